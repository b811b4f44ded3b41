import type { Reply } from '../src/chat.ts'

/** Of what a person wrote, or of an answer: names and quotations do not count. */
export const languageOf = (text: string): Reply['language'] =>
  /\p{Script=Han}/u.test(text.replace(/`[^`]*`|“[^”]*”/g, '')) ? 'zh' : 'en'
