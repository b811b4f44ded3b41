import { wordChange } from '../change-evidence.ts'
import type { ChangeRow } from '../earlier-changes.ts'
import type { Undo } from './find-undo.ts'
import type { CodeLine } from './region.ts'

const LONGEST = 90
const SHOWN = 2

/** One or two sentences on what comes back, and why it had gone. */
export function wordUndo({ how, taken, put }: Undo, change: Pick<ChangeRow, 'number' | 'sha' | 'issues'>): string {
  const issues = change.issues.map(({ number }) => `#${number}`)
  const why = issues.length === 0 ? '' : `, which fixes ${issues.join(' and ')},`
  const who = `${wordChange(change)}${why}`
  const gone = quoted(taken)
  const back = quoted(put)
  if (how === 'order') return `${who} moved ${back}; here it stands where it stood before.`
  if (how === 'guard') return `${who} added the check ${gone}. Nothing that is added here does the same.`
  if (how === 'dropped') return `${who} wrote ${gone}. Nothing that is added here does the same.`
  if (taken.length === 0) return `${who} removed ${back}, which is here again.`
  return `${who} wrote ${gone} in place of what is here again: ${back}.`
}

function quoted(lines: readonly CodeLine[]): string {
  const shown = lines.slice(0, SHOWN).map(({ text }) => `\`${clip(text)}\``)
  const more = lines.length > SHOWN ? ` (and ${lines.length - SHOWN} more lines)` : ''
  return `${shown.join(', ')}${more}`
}

const clip = (text: string) => {
  const plain = text.replaceAll('`', "'")
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST - 1)}…` : plain
}
