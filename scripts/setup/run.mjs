import { spawn } from 'node:child_process'

/** Set-up cannot go on; the message says what to do. */
export class SetupError extends Error {}

/**
 * Runs a program to its end and returns what it printed, both streams together.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string> }} [options] `env` is added to the environment.
 * @returns {Promise<{ code: number | null, output: string }>} `code` is null when the program could not be started.
 */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    let output = ''
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => done({ code: null, output: error.message }))
    child.once('close', (code) => done({ code, output }))
  })
}
