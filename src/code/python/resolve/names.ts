/** The program's names by number, with those that the resolver itself asks for. */
export interface Names {
  of(text: string): number
  text(index: number): string
  readonly known: Readonly<Record<keyof typeof knownNames, number>>
}

const knownNames = {
  init: '__init__',
  new: '__new__',
  postInit: '__post_init__',
  call: '__call__',
  get: '__get__',
  class: '__class__',
  func: '__func__',
  self: '__self__',
  or: '__or__',
  iter: '__iter__',
  next: '__next__',
  asyncIter: '__aiter__',
  asyncNext: '__anext__',
  enter: '__enter__',
  asyncEnter: '__aenter__',
  getItem: '__getitem__',
  setItem: '__setitem__',
} as const

/** Numbers texts, those given (by number, and by text) first. */
export function createNames(names: string[], index: Map<string, number>): Names {
  const known = Object.fromEntries(Object.entries(knownNames).map(([key, text]) => [key, of(text)]))
  return { of, text: (i) => names[i] ?? '', known: known as Names['known'] }

  function of(text: string): number {
    const found = index.get(text)
    if (found !== undefined) return found
    index.set(text, names.length)
    return names.push(text) - 1
  }
}
