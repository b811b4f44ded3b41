/** One logger, one child per component. Everything goes to stderr: stdout belongs to the answer. */
import pino from 'pino'
import { redact } from './redact.ts'

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

export type Logger = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'> & {
  child(bindings: { component: string }): Logger
}

/** `destination` receives whole lines of JSON; stderr by default, written synchronously so that nothing is lost at exit. */
export function createLogger(options: { level: LogLevel; destination?: pino.DestinationStream }): Logger {
  const output = options.destination ?? pino.destination({ fd: 2, sync: true })
  return pino({ level: options.level, base: null }, { write: (line: string) => output.write(redact(line)) })
}
