/** The command line as a whole: arguments to verb to exit code. Exit codes: 0 done, 1 failed, 2 usage, 3 not found or not indexed. */
import { type Argument, Command, CommanderError } from 'commander'
import { UserError } from '../errors.ts'
import type { Shutdown } from '../shutdown.ts'
import type { CommandContext, Terminal, Verb } from './command.ts'
import { errorDocument, reportError } from './report-error.ts'
import { VERBS } from './verbs.ts'

export interface CommandLine {
  readonly terminal: Terminal
  readonly version: string
  /** Made only when a verb runs, so that `--help` installs no signal handlers. */
  startShutdown(): Shutdown
  readonly env?: NodeJS.ProcessEnv
}

interface GlobalOptions {
  readonly json?: boolean
  readonly data?: string
  readonly workspace?: string
}

/** Runs one command line without the program's name; never throws. */
export async function runCommandLine(argv: readonly string[], line: CommandLine): Promise<number> {
  let exitCode = 0
  const program = buildProgram(line, (code) => {
    exitCode = code
  })
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0
      if (argv.includes('--json')) line.terminal.stdout.write(errorDocument(describeUsage(error)))
      return 2
    }
    const { isDebugging } = await import('../config.ts')
    return reportError(error, { terminal: line.terminal, json: argv.includes('--json'), debug: isDebugging(line.env) })
  }
}

function buildProgram(line: CommandLine, done: (exitCode: number) => void): Command {
  const { stdout, stderr } = line.terminal
  const program = new Command('repobrain')
    .description('Knows why a code base is the way it is: ingests a git repository, answers with its sources.')
    .usage('<verb> [options]')
    .version(line.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this')
    .helpCommand('help [verb]', 'print what a verb does and takes')
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .configureHelp({
      helpWidth: 80,
      subcommandTerm: (verb) => [verb.name(), ...verb.registeredArguments.map(argumentTerm)].join(' '),
      styleTitle: (title) => title.replace('Commands:', 'Verbs:'),
    })
    .showHelpAfterError('Run `repobrain --help` to see the verbs.')
    .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 usage, 3 not found or not indexed.')
  for (const verb of VERBS) addVerb(program, verb, line, done)
  return program
}

function addVerb(program: Command, verb: Verb, line: CommandLine, done: (exitCode: number) => void): void {
  const command = program.command(verb.name).summary(verb.summary).description(sentence(verb.summary))
  command.copyInheritedSettings(program)
  for (const argument of verb.args) command.argument(argument.name, argument.description)
  for (const option of verb.options) {
    if (option.parse) command.option(option.flags, option.description, option.parse)
    else command.option(option.flags, option.description)
  }
  command
    .option('--json', 'one JSON document on stdout, logs on stderr')
    .option('--data <dir>', 'folder of the database, clones and caches (default: .repobrain)')
    .option('--workspace <name>', 'whose memory this is (default: local)')
    .showHelpAfterError(`Run \`repobrain ${verb.name} --help\` to see what it takes.`)
    .addHelpText('after', `\nExamples:\n${verb.examples.map((example) => `  repobrain ${example}`).join('\n')}`)
    .action(async (...parameters: unknown[]) => {
      const args = parameters.slice(0, verb.args.length)
      const options = command.opts<GlobalOptions & Record<string, unknown>>()
      const context = await createContext(line, options).catch((error: unknown) => {
        if (error instanceof UserError && verb.badConfigurationExitCode) {
          throw new UserError(error.message, error.remedy, { exitCode: verb.badConfigurationExitCode, cause: error })
        }
        throw error
      })
      try {
        done(await verb.run(context, args, options))
      } finally {
        await context.shutdown.stop()
      }
    })
}

async function createContext(line: CommandLine, options: GlobalOptions): Promise<CommandContext> {
  const [{ loadConfig }, { createLogger }] = await Promise.all([import('../config.ts'), import('../logger.ts')])
  const config = loadConfig({ dataDir: options.data, ...(line.env ? { env: line.env } : {}) })
  const json = options.json ?? false
  const { stdout, stderr } = line.terminal
  return {
    terminal: line.terminal,
    config,
    logger: createLogger({ level: config.logLevel ?? 'warn', destination: stderr }),
    workspace: checkedWorkspace(options.workspace ?? 'local'),
    json,
    shutdown: line.startShutdown(),
    print: (text) => void (json || stdout.write(`${text}\n`)),
    printJson: (document) => void (json && stdout.write(`${JSON.stringify(document, null, 2)}\n`)),
  }
}

function checkedWorkspace(workspace: string): string {
  if (/^[\w.-]+(?::[\w.-]+)?$/.test(workspace)) return workspace
  throw new UserError(
    `“${workspace}” cannot name a workspace.`,
    'Use letters, digits, dots, dashes, at most one colon: --workspace local, --workspace slack:T012AB.',
    { exitCode: 2 },
  )
}

/** Commander has printed its own sentence on stderr; this is the same for `--json`. */
function describeUsage(error: CommanderError) {
  const problem = error.message.replace(/^error: /, '').replaceAll('\n', ' ')
  return { problem, remedy: 'Run `repobrain --help` to see the verbs and what they take.', exitCode: 2 }
}

const argumentTerm = (argument: Argument) => {
  const name = argument.variadic ? `${argument.name()}...` : argument.name()
  return argument.required ? `<${name}>` : `[${name}]`
}

const sentence = (summary: string) => `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
