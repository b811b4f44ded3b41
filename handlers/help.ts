import { textReply } from '../src/chat.ts'
import type { CommandHandler } from './services.ts'

const HELP = `Ask in plain words, in English or Chinese; follow-up questions in the thread know what came before. Names, links, code blocks and tracebacks all work.

- why is \`make_response\` written like this, and who should I ask?
- what breaks if I change \`Flask.dispatch_request\`?
- what changed lately? which issue did #5818 fix?

Verbs, after \`/repobrain\` or said to me; in a terminal after \`/\`:
- \`ask <question>\` answers you alone
- \`ingest owner/name\` reads a repository, or brings it up to date
- \`use owner/name\` makes it the default here; \`repo:owner/name\` in a question overrides it once
- \`who <path or function>\` names the people to ask about it
- \`review <number or link>\` reviews a pull request
- \`remember that …\` saves a conclusion; \`facts\`, \`facts stale\` list them, \`forget <id>\` deletes one
- \`still-true <id>\`, \`retire <id>\`, \`ask-again <id>\` settle a fact whose code changed
- \`digest 09:00 Europe/Berlin\`, \`digest now\`, \`digest off\`: what is new, every day, in this channel; \`digest me on\`: for you alone
- \`status\` says what is indexed, and how fresh it is; \`help\` says this; \`/quit\` leaves a terminal`

/** `help`: what one can say here. */
export const help: CommandHandler = async (_, command, chat) => {
  await chat.post(command.conversation, textReply(HELP))
}
