/** Composition root of the running bot: clients, handlers and platforms become one process. */
import type { Readable, Writable } from 'node:stream'
import { createTerminalPlatform } from '../adapters/terminal/index.ts'
import { createHandlers } from '../handlers/create-handlers.ts'
import type { Services } from '../handlers/services.ts'
import type { Author } from './chat.ts'
import type { Shutdown } from './shutdown.ts'

export interface TerminalApp {
  readonly services: Services
  readonly shutdown: Shutdown
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable & { readonly isTTY?: boolean; readonly columns?: number; hasColors?(): boolean }
  readonly workspace: string
  readonly author: Author
  readonly session: string
}

/** Holds a conversation in the terminal; resolves when the person has left. */
export async function runTerminal(app: TerminalApp): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const platform = createTerminalPlatform({ ...app, onEnd: resolve })
    app.shutdown.add('terminal', () => platform.stop())
    platform.start(createHandlers(app.services)).catch(reject)
  })
}
