/** Stops the parts of a process in reverse order of their start, each once, with a deadline for all of them together. */
export interface Shutdown {
  /** Aborted when the process is told to end; long work should listen. */
  readonly signal: AbortSignal
  /** Registers a started part. */
  add(name: string, stop: () => Promise<void>): void
  /** Resolves when every part has stopped or the deadline has passed; a part that fails does not keep the others running. */
  stop(reason?: unknown): Promise<void>
}

const DEADLINE_MS = 10_000

export function createShutdown(options: {
  onFailure(name: string, error: unknown): void
  deadlineMs?: number
}): Shutdown {
  const controller = new AbortController()
  const parts: { name: string; stop: () => Promise<void> }[] = []
  let stopped: Promise<void> | undefined
  let stopping = ''

  async function stopAll() {
    for (let part = parts.pop(); part; part = parts.pop()) {
      stopping = part.name
      try {
        await part.stop()
      } catch (error) {
        options.onFailure(part.name, error)
      }
    }
  }

  return {
    signal: controller.signal,
    add: (name, stop) => void parts.push({ name, stop }),
    stop(reason) {
      if (reason !== undefined) controller.abort(reason)
      stopped ??= withDeadline(stopAll(), options.deadlineMs ?? DEADLINE_MS, () =>
        options.onFailure(stopping, new Error('did not stop in time')),
      )
      return stopped
    },
  }
}

async function withDeadline(work: Promise<void>, ms: number, onLate: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      onLate()
      resolve()
    }, ms)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
