import { LogLevel, type Logger as SlackLogger } from '@slack/bolt'
import type { Logger } from '../../src/logger.ts'

/** What Slack's libraries have to say, in our log: their warnings and errors; the rest of it is about every single request. */
export function createSlackLogger(logger: Logger): SlackLogger {
  const text = (parts: readonly unknown[]) =>
    parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' ')
  return {
    debug: () => {},
    info: (...parts) => logger.debug({ from: 'slack' }, text(parts)),
    warn: (...parts) => logger.warn({ from: 'slack' }, text(parts)),
    error: (...parts) => logger.warn({ from: 'slack' }, text(parts)),
    setLevel: () => {},
    getLevel: () => LogLevel.INFO,
    setName: () => {},
  }
}
