/** Small documents that what people press or say next comes back to, for a while. */
import type { Send } from '../graph/connection.ts'

export interface KeptDocuments {
  keep(id: string, document: string): Promise<void>
  /** Null when it was never kept, or too long ago. */
  find(id: string): Promise<string | null>
  forget(id: string): Promise<void>
}

export function createKeptDocuments(send: Send, kind: string, forMs: number): KeptDocuments {
  const key = (id: string) => `repobrain:kept:${kind}:${id}`
  return {
    keep: async (id, document) => void (await send(['SET', key(id), document, 'PX', String(forMs)])),
    find: async (id) => {
      const found = await send(['GET', key(id)])
      return found === null ? null : String(found)
    },
    forget: async (id) => void (await send(['DEL', key(id)])),
  }
}
