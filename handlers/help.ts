import { textReply } from '../src/chat.ts'
import type { CommandHandler } from './services.ts'

const HELP = `Ask in plain words, in English or Chinese; follow-up questions know what came before. Names, links, code blocks and tracebacks all work.

- why is \`make_response\` written like this, and who should I ask?
- what breaks if I change \`Flask.dispatch_request\`?
- what changed lately? which issue did #5818 fix?

Verbs:
- \`/ingest owner/name\` reads a repository, or brings it up to date
- \`/use owner/name\` makes it the default here; \`repo:owner/name\` in a question overrides it once
- \`remember that …\` or \`/remember …\` saves a conclusion; \`/facts\`, \`/facts stale\` list them, \`/forget <id>\` deletes one
- \`/still-true <id>\`, \`/retire <id>\`, \`/ask-again <id>\` settle a fact whose code changed
- \`/status\` says what is indexed, and how fresh it is
- \`/help\` says this; \`/quit\` leaves a terminal`

/** `/help`: what one can say here. */
export const help: CommandHandler = async (_, command, platform) => {
  await platform.post(command.conversation, textReply(HELP))
}
