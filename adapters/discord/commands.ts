/** What people can type: one table, from which commands are registered, checked and read. */
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type RESTPostAPIApplicationCommandsJSONBody,
} from 'discord.js'

export const COMMAND = 'repobrain'
/** In the menu of a message, under “Apps”. */
export const ASK_ABOUT = 'Ask RepoBrain about this'

interface Option {
  readonly name: string
  readonly description: string
  readonly isRequired?: true
  /** What is offered while it is typed. */
  readonly suggest?: 'repository' | 'symbol'
  /** Written in front of its value. */
  readonly prefix?: string
}

export interface Subcommand {
  readonly name: string
  readonly description: string
  /** Seen only by who typed it. */
  readonly isPrivate?: true
  readonly options: readonly Option[]
}

const REPOSITORY: Option = {
  name: 'repository',
  description: 'owner/name; default: the one of this channel',
  suggest: 'repository',
  prefix: 'repo:',
}

const SUBCOMMANDS: readonly Subcommand[] = [
  {
    name: 'ask',
    description: 'Ask why code is as it is, who knows it, what breaks: only you see the answer',
    isPrivate: true,
    options: [{ name: 'question', description: 'in plain words', isRequired: true }, REPOSITORY],
  },
  {
    name: 'ingest',
    description: 'Read a repository, or bring it up to date',
    options: [
      { name: 'source', description: 'owner/name or a GitHub address', isRequired: true, suggest: 'repository' },
    ],
  },
  {
    name: 'use',
    description: 'Which repository this channel talks about',
    options: [{ name: 'repository', description: 'owner/name', isRequired: true, suggest: 'repository' }],
  },
  {
    name: 'review',
    description: 'Review a pull request: what it touches, why that is so, who should look',
    options: [{ name: 'pull_request', description: 'its number or link', isRequired: true }, REPOSITORY],
  },
  {
    name: 'who',
    description: 'Who knows a file, a folder or a function',
    options: [{ name: 'what', description: 'path or name', isRequired: true, suggest: 'symbol' }, REPOSITORY],
  },
  {
    name: 'facts',
    description: 'What is remembered, and whether it still holds',
    options: [{ name: 'only', description: 'stale: only what is out of date' }, REPOSITORY],
  },
  {
    name: 'remember',
    description: 'Keep a conclusion, with what the code looks like now',
    options: [
      { name: 'fact', description: 'one sentence; `names` in back-ticks are what it is about', isRequired: true },
      REPOSITORY,
    ],
  },
  {
    name: 'forget',
    description: 'Delete a fact',
    options: [{ name: 'fact', description: 'its id or the beginning of it', isRequired: true }],
  },
  {
    name: 'digest',
    description: 'A daily post on stale facts and new reviews in this channel',
    options: [{ name: 'when', description: '09:00 Europe/Berlin, now, off, or me on' }],
  },
  { name: 'status', description: 'What is indexed, and how far behind', isPrivate: true, options: [] },
  { name: 'help', description: 'What one can say', isPrivate: true, options: [] },
]

/** As Discord wants them registered. */
export const COMMANDS: readonly RESTPostAPIApplicationCommandsJSONBody[] = [
  {
    type: ApplicationCommandType.ChatInput,
    name: COMMAND,
    description: 'Why the code is the way it is, who to ask, what breaks',
    options: SUBCOMMANDS.map(({ name, description, options }) => ({
      type: ApplicationCommandOptionType.Subcommand,
      name,
      description,
      options: options.map((option) => ({
        type: ApplicationCommandOptionType.String,
        name: option.name,
        description: option.description,
        ...(option.isRequired ? { required: true } : {}),
        ...(option.suggest ? { autocomplete: true } : {}),
      })),
    })),
  },
  { type: ApplicationCommandType.Message, name: ASK_ABOUT },
]

export const subcommandNamed = (name: string): Subcommand | undefined => SUBCOMMANDS.find((one) => one.name === name)

/** The values as they would be typed behind the verb. */
export function wordArguments({ options }: Subcommand, value: (name: string) => string | null): string {
  return options
    .flatMap((option) => {
      const text = value(option.name)?.trim()
      return text ? [`${option.prefix ?? ''}${text}`] : []
    })
    .join(' ')
}
