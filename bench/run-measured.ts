import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

export interface Measured {
  readonly seconds: number
  /** Highest sum over the process, its descendants and those that name `marker` on their command line; null when not asked. */
  readonly peakMegabytes: number | null
  readonly stdout: string
}

const SAMPLE_MS = 100

/**
 * Runs a command to its end. With a marker its memory is watched, as proportional set size (pages that several processes
 * share count once); that costs some time of its own, so take times from runs without. Throws with the command's
 * own words when it fails.
 */
export async function runMeasured(command: readonly string[], options: { marker?: string } = {}): Promise<Measured> {
  const [file = '', ...args] = command
  const { marker } = options
  const started = performance.now()
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  let peak = 0
  const sample = () => {
    if (marker !== undefined) peak = Math.max(peak, kilobytesOf(child.pid ?? 0, marker))
  }
  const sampler = setInterval(sample, SAMPLE_MS)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  }).finally(() => clearInterval(sampler))
  const seconds = (performance.now() - started) / 1000
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${Buffer.concat(stderr)}`)
  return { seconds, peakMegabytes: marker === undefined ? null : peak / 1024, stdout: Buffer.concat(stdout).toString() }
}

interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

function kilobytesOf(root: number, marker: string): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(Number(pid)))
  const ours = new Set([root])
  for (let size = 0; size !== ours.size; ) {
    size = ours.size
    for (const { pid, parent, command } of processes) {
      if (ours.has(parent) || (command.includes(marker) && pid !== process.pid)) ours.add(pid)
    }
  }
  return [...ours].reduce((sum, pid) => sum + proportionalSize(pid), 0)
}

function readProcess(pid: number): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return [{ pid, parent, command: readFileSync(`/proc/${pid}/cmdline`, 'latin1') }]
  } catch {
    return []
  }
}

function proportionalSize(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
