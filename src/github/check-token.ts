import { UserError } from '../errors.ts'

/** A token as it can be sent; UserError, without a trace of it, for one with a line break or blanks: it was pasted badly. */
export function checkToken(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token
  const problem = /[\r\n]/.test(token) ? 'a line break' : /\s/.test(token) ? 'blanks' : 'characters that no token has'
  throw new UserError(`GITHUB_TOKEN has ${problem} in it.`, 'Set it to the token alone, as GitHub shows it.')
}
