/** `start`: the bot on every platform that is configured; the terminal is the one that needs no configuration. */
export { run } from './chat.ts'
