import type { ReplyButton } from '../src/chat.ts'
import { UserError } from '../src/errors.ts'

/** The person has to say which; each button is one of the answers. */
export class AskBackError extends UserError {
  override name = 'AskBackError'
  readonly buttons: readonly ReplyButton[]

  constructor(problem: string, remedy: string, buttons: readonly ReplyButton[]) {
    super(problem, remedy, { exitCode: 2 })
    this.buttons = buttons
  }
}
