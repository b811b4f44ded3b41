import { expect, it } from 'vitest'
import { createLogger } from '../src/logger.ts'

const SECRETS = {
  github: 'ghp_0123456789abcdefghijABCDEFGHIJ012345',
  github_new: 'github_pat_11ABCDEFG0abcdefghijkl_0123456789',
  slack: 'xoxb-1234567890-abcdefghij',
  slack_app: 'xapp-1-A012-34567890-abcdef',
  interaction: 'aW50ZXJhY3Rpb246MTU3NzA1MzQ0NTAyODgzOTQyOQ==',
  groq: 'gsk_0123456789abcdefghij0123456789',
  discord: 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB',
  gitlab: 'glpat-0123456789abcdefghij',
  npm: 'npm_0123456789abcdefghijABCDEFGHIJ012345',
  openai: 'sk-proj-0123456789abcdefghij',
  aws: 'AKIAIOSFODNN7EXAMPLE',
  google: 'AIzaSyA0123456789abcdefghijklmnopqrstuvw',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
  address: 'hunter2',
}

it('no token and no password reaches a log line, wherever it stands', () => {
  const lines: string[] = []
  const logger = createLogger({ level: 'debug', destination: { write: (line: string) => void lines.push(line) } })
  const address = `redis://user:${SECRETS.address}@host:6379`
  logger
    .child({ component: 'test' })
    .info({ headers: { authorization: `Bearer ${SECRETS.github}` }, address }, `token ${SECRETS.slack}`)
  logger.error({ err: new Error(Object.values({ ...SECRETS, address }).join(' ')) }, 'failed')
  const text = lines.join('\n')
  for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret)
  expect(text).toContain('redis://user:[redacted]@host:6379')
  expect(lines.map((line) => JSON.parse(line).component)).toEqual(['test', undefined])
})

it('keeps what only looks a little like one', () => {
  const lines: string[] = []
  const logger = createLogger({ level: 'info', destination: { write: (line: string) => void lines.push(line) } })
  const plain =
    'https://github.com/pallets/flask src/flask/app.py:992 70d04b5a2620705011e65f79ccfd52caa86f5d6a flask.json.provider'
  logger.info(plain)
  expect(JSON.parse(lines[0] ?? '').msg).toBe(plain)
})
