/** Finds the sentence of a text that states a reason. Text of strangers: only ever quoted. */

export interface Statement {
  readonly sentence: string
  /** 0: it describes, and gives no reason. From `STATES_REASON` on it says outright that it is one. */
  readonly strength: number
}

export const STATES_REASON = 3

/** Words that join a fact to its reason. */
const OUTRIGHT =
  /\b(?:because|since (?!\d)|so that|in order to|due to|as a result|otherwise|the (?:reason|problem|point) (?:is|was)|this (?:means|causes|leads|avoids|prevents|allows)|to (?:avoid|prevent|make sure|ensure|keep))\b|因为|由于|为了|以免|否则/i
/** Words of trouble, cost and remedy: each of them makes a reason more likely. */
const HINTS: readonly RegExp[] = [
  /\b(?:avoids?|prevents?|instead of|rather than|no longer|needless(?:ly)?|unnecessar(?:y|ily)|simpl(?:er|if\w+))\b|避免|不再/i,
  /\b(?:costs?|slow(?:er|s)?|fast(?:er)?|performance|overhead|memory|leaks?|speed)\b|性能|开销|泄漏/i,
  /\b(?:crash\w*|fail\w*|breaks?|broken|wrong\w*|incorrect\w*|bugs?|regress\w*|race|deadlock|errors?|raises?|ignored?|lost|loses)\b|崩溃|失败|错误|出错/i,
  /\b(?:insecure|vulnerab\w*|unsafe|security|attack\w*)\b|漏洞|不安全/i,
  /\b(?:confus\w+|unexpected\w*|surpris\w+|misleading|inconsistent\w*|hard to|difficult)\b|混淆|意外/i,
  /\b(?:should|must|needs? to|cannot|can['’]t|not possible|does(?: not|n['’]t)|did(?: not|n['’]t)|only|never|every time)\b|应该|必须|不能|无法/i,
]
const SHORTEST = 20
const LONGEST = 400
/** Of a long text; what comes later are logs and details. */
const MOST_SENTENCES = 80

/** The strongest statement, the first of equals; null when the text has no whole sentence. */
export function statingSentence(text: string, about: ReadonlySet<string> = new Set()): Statement | null {
  let best: (Statement & { readonly rank: number }) | null = null
  for (const sentence of sentencesOf(text).slice(0, MOST_SENTENCES)) {
    const strength = strengthOf(sentence)
    const named = (sentence.match(/\w+/g) ?? []).some((word) => about.has(word)) ? 0.5 : 0
    const rank = strength + (strength > 0 ? named : 0) - (/^(?:I|we)\b/i.test(sentence) ? 0.5 : 0)
    if (best === null || rank > best.rank) best = { sentence, strength, rank }
  }
  return best && { sentence: best.sentence, strength: best.strength }
}

function strengthOf(sentence: string): number {
  if (/[?？]$/.test(sentence)) return 0
  const hints = HINTS.filter((hint) => hint.test(sentence)).length
  return (OUTRIGHT.test(sentence) ? STATES_REASON : 0) + Math.min(hints, STATES_REASON - 1)
}

/** Prose alone: no code, quotations, headings, tables, check lists, links' addresses, nor lines that only close an issue. */
function sentencesOf(text: string): string[] {
  const prose = text
    .replace(/```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g, '\n\n')
    .replace(/!\[[^\]\n]{0,200}\]\([^)\s]{0,500}\)/g, '')
    .replace(/\[([^\][\n]{1,300})\]\([^)\s]{0,500}\)/g, '$1')
    .replace(/<\/?[a-z][^<>]{0,300}>/gi, '')
    .replace(/^(?: {4}|\t|[ ]{0,3}(?:>|#{1,6} |\|)).*$/gm, '')
    .replace(/^[ ]*[-*+] \[[ x]\].*$/gim, '')
    .replace(/^[ ]*(?:[-*+]|\d+[.)])[ ]+/gm, '\n\n')
    .replace(
      /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?)\b:?[ ]+(?:issue[ ]+)?(?:[\w./-]*#\d+|https?:\S+)[.,;]?/gi,
      '',
    )
  return prose
    .split(/\n[ \t]*\n/)
    .flatMap((paragraph) =>
      paragraph
        .replace(/\s+/g, ' ')
        .split(/(?<=[.!?]["”)]?)(?<!\b(?:e\.g|i\.e|etc|vs|cf)\.) (?=[\p{Lu}\p{Lo}`"“(@])|(?<=[。！？])/u),
    )
    .map((sentence) => sentence.trim())
    .filter(
      (sentence) =>
        sentence.length >= SHORTEST &&
        sentence.length <= LONGEST &&
        /\p{L}{2,}.*\p{L}{2,}|\p{Script=Han}{4,}/u.test(sentence),
    )
    .filter((sentence) => !/^[\w -]{2,30}:\s*\S{0,60}$/.test(sentence))
}
