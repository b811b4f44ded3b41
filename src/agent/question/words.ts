/** Words of questions, titles and identifiers, made comparable: split at case and underscores, stop words out, stemmed. */

const STOP_WORDS = new Set(
  (
    'a about actually true false none null self  all also always am an and any are as at be because been before being but by can cannot come could did do does ' +
    'doing done else even ever every exactly for from get gets got had has have having he her here him his how i if in instead into ' +
    'is it its just know let like make makes made many may me might more most much must my need needs no nor not now of off on once ' +
    'one only or other our out over own please really same see shall she should so some something still such take takes tell than ' +
    'that the their them then there these they thing this those through to too under until up us use used uses using very via want ' +
    'wants was way we were what whats when where whether which while who whom whose why will with without work works would yes yet you your ' +
    // What the question is made of, rather than what it is about.
    'ask asks answer author authored blame break breaks bug call called caller callers calls change changed changes code commit commits ' +
    'depend depends directly explain expert experts file fix fixed fixes function functions happen happened happens history issue ' +
    'affect affected affects approve approved connected define defined defines definition located reach reaches ' +
    'evolve evolved filed impact lately news opened reported unused weak ' +
    'issues last latest merge merged method module modified modify newest owner owns people person pr prs pull recent recently repo ' +
    'repository request requests review reviewed reviewer reviewers reviews show tests ticket touched touch written write wrote'
  ).split(' '),
)

/** `HTTPAdapter.get_connection2` → http, adapter, get, connection2. Lower case, no stop words taken out. */
export function splitIdentifier(identifier: string): string[] {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part.length > 0)
}

/** Cuts the commonest English endings, so that `defaults`, `defaulted` and `default` meet. Numbers stay as they are. */
export function stem(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word
  let root = word
  if (root.endsWith('ies')) root = `${root.slice(0, -3)}y`
  else if (/(?:ss|x|ch|sh)es$/.test(root)) root = root.slice(0, -2)
  else if (/[^su]s$/.test(root)) root = root.slice(0, -1)
  if (root.length > 5 && root.endsWith('ing')) root = undouble(root.slice(0, -3))
  else if (root.length > 4 && root.endsWith('ed')) root = undouble(root.slice(0, -2))
  else if (root.length > 5 && root.endsWith('ly')) root = root.slice(0, -2)
  return root.length > 4 && root.endsWith('e') ? root.slice(0, -1) : root
}

const undouble = (root: string) => (/([bdgklmnprt])\1$/.test(root) ? root.slice(0, -1) : root)

/** Distinct stems of the words of a text that carry meaning; identifiers count by their parts. */
export function contentStems(text: string): string[] {
  const stems = new Set<string>()
  for (const [token] of text.matchAll(/[A-Za-z0-9_]+/g)) {
    for (const part of splitIdentifier(token)) if (!isStopWord(part)) stems.add(stem(part))
  }
  return [...stems]
}

/** Words too common to tell anything, single letters included. */
export const isStopWord = (word: string) => word.length < 2 || STOP_WORDS.has(word.toLowerCase())
