/** The bot as a process of its own, which can be killed; it talks to fakes in the process of the test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export interface BotProcess {
  /** Resolves when it says that it is ready. */
  ready(): Promise<void>
  /** Not even a chance to say goodbye. */
  kill(): Promise<void>
  /** As an operator would. */
  stop(): Promise<number | null>
  log(): string
}

/** From its sources, or the given build of it. */
export function spawnBot(
  dataDir: string,
  env: Readonly<Record<string, string>>,
  program: readonly string[] = ['--import', 'tsx', MAIN],
): BotProcess {
  const { PATH = '', HOME = '' } = process.env
  const child: ChildProcess = spawn(process.execPath, [...program, 'start', '--data', dataDir], {
    env: { PATH, HOME, PORT: '0', REPOBRAIN_SYNC_MINUTES: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  const exited = once(child, 'exit')
  return {
    ready: async () => {
      for (;;) {
        const port = /health on port (\d+)/.exec(output)?.[1]
        const response = port === undefined ? null : await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
        if (response?.ok) return
        if (child.exitCode !== null) throw new Error(`The bot ended with ${child.exitCode}:\n${output}`)
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
    log: () => output,
  }
}
