#!/usr/bin/env node
/** The command line: verb → what it needs → exit code. */
import { readFileSync } from 'node:fs'
import { runCommandLine } from './cli/command-line.ts'
import { createShutdown, type Shutdown } from './shutdown.ts'

const LINGER_MS = 1_000

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  void end(0, shutdown?.stop(error))
})

let shutdown: Shutdown | undefined

function startShutdown(): Shutdown {
  const started = createShutdown({
    onFailure: (name, error) =>
      process.stderr.write(`Stopping ${name}: ${error instanceof Error ? error.message : error}\n`),
  })
  shutdown = started
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    let asked = false
    process.on(signal, () => {
      // The second Ctrl-C means now.
      if (asked) process.exit(exitCode)
      asked = true
      void end(exitCode, started.stop(new Error(signal)))
    })
  }
  return started
}

async function end(exitCode: number, stopped: Promise<void> | undefined): Promise<never> {
  await stopped
  process.exit(exitCode)
}

function version(): string {
  for (const path of ['../package.json', '../../package.json']) {
    try {
      return (JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as { version: string }).version
    } catch {}
  }
  return 'unknown'
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  terminal: { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr },
  version: version(),
  startShutdown,
})
// Whatever still holds the loop open (a pooled socket, a thread) must not keep a finished command waiting.
setTimeout(() => process.exit(), LINGER_MS).unref()
