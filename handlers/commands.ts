import { ask } from './ask.ts'
import { choose } from './choose.ts'
import { digest } from './digest.ts'
import { facts } from './facts.ts'
import { feedback } from './feedback.ts'
import { forget } from './forget.ts'
import { help } from './help.ts'
import { ingest } from './ingest.ts'
import { path } from './path.ts'
import { remember } from './remember.ts'
import { review } from './review.ts'
import type { CommandHandler } from './services.ts'
import { askAgain, retire, stillTrue } from './settle-fact.ts'
import { share } from './share.ts'
import { status } from './status.ts'
import { use } from './use.ts'
import { who } from './who.ts'

/** Verbs, typed or carried by a button. */
export const COMMANDS: Readonly<Record<string, CommandHandler>> = {
  ask,
  'ask-again': askAgain,
  choose,
  digest,
  facts,
  feedback,
  forget,
  help,
  ingest,
  path,
  remember,
  retire,
  review,
  share,
  status,
  'still-true': stillTrue,
  use,
  who,
}
