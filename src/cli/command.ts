/** What a verb is, and what it gets to work with. The table of verbs holds no code of theirs: each is loaded when it runs. */
import type { Readable, Writable } from 'node:stream'
import type { Config } from '../config.ts'
import type { Logger } from '../logger.ts'
import type { Shutdown } from '../shutdown.ts'

export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number; hasColors?(): boolean }
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number }
}

export interface CommandContext {
  readonly terminal: Terminal
  readonly config: Config
  readonly logger: Logger
  readonly workspace: string
  /** `--json`: one JSON document on stdout instead of text. */
  readonly json: boolean
  readonly shutdown: Shutdown
  /** Text for people; nothing with `--json`. */
  print(text: string): void
  /** The one document of `--json`; nothing without it. */
  printJson(document: unknown): void
}

export interface VerbOption {
  /** As commander wants it: `--at <rev>`, `--dry-run`. */
  readonly flags: string
  readonly description: string
  readonly parse?: (value: string) => unknown
}

export interface VerbModule<Args extends readonly unknown[], Options> {
  /** Returns the exit code. */
  run(context: CommandContext, args: Args, options: Options): Promise<number>
}

export interface Verb {
  readonly name: string
  readonly summary: string
  /** As commander wants them: `<source>`, `[source]`, `<question...>`; with a description each. */
  readonly args: readonly { readonly name: string; readonly description: string }[]
  readonly options: readonly VerbOption[]
  readonly examples: readonly string[]
  /** 2 unless the verb's very job is to find such a fault. */
  readonly badConfigurationExitCode?: 1
  run(context: CommandContext, args: readonly unknown[], options: Readonly<Record<string, unknown>>): Promise<number>
}

/** Ties a verb's table entry to its module, which is imported only when the verb runs. */
export function defineVerb<Args extends readonly unknown[], Options>(
  entry: Omit<Verb, 'run'> & { load(): Promise<VerbModule<Args, Options>> },
): Verb {
  return {
    ...entry,
    // The command line was checked against `args` and `options` of the same entry; this is where its untyped values get their types.
    run: async (context, args, options) =>
      (await entry.load()).run(context, args as unknown as Args, options as Options),
  }
}
