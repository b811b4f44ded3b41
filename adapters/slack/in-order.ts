/** Tasks of one key follow each other; different keys do not wait for one another. */
export function createInOrder(): <Result>(key: string, task: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>()
  return (key, task) => {
    const result = (last.get(key) ?? Promise.resolve()).then(task, task)
    const settled = result
      .catch(() => {})
      .then(() => {
        if (last.get(key) === settled) last.delete(key)
      })
    last.set(key, settled)
    return result
  }
}
