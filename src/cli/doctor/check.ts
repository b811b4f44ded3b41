export interface Check {
  readonly name: string
  readonly ok: boolean
  /** What was found, for people. */
  readonly detail: string
  /** What to do about it; also set where something is fine but could be better. */
  readonly remedy: string | null
  /** The figures behind `detail`, for `--json`. */
  readonly data: Readonly<Record<string, unknown>>
}

/** Runs a check that may throw; the failure becomes its finding. */
export async function attempt(name: string, remedy: string, work: () => Promise<Check>): Promise<Check> {
  try {
    return await work()
  } catch (error) {
    const own = (error as { remedy?: unknown }).remedy
    return {
      name,
      ok: false,
      detail: error instanceof Error ? error.message : String(error),
      remedy: typeof own === 'string' ? own : remedy,
      data: {},
    }
  }
}
