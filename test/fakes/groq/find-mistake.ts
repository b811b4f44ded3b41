import type { SentRequest } from './turn.ts'

/** What the real server would refuse: null when there is nothing. */
export function findMistake(sent: SentRequest): string | null {
  if (sent.messages.length === 0) return 'messages is empty'
  if (sent.tools && sent.response_format) return 'json mode cannot be combined with tool calling'
  if (sent.tools?.length === 0) return 'tools is empty'
  for (const tool of sent.tools ?? []) {
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(tool.function.name)) return `bad tool name ${tool.function.name}`
    if ((tool.function.parameters as { type?: string }).type !== 'object') return 'parameters is no object schema'
  }
  const open = new Set<string>()
  for (const message of sent.messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id ?? '')) return `no call ${message.tool_call_id} is open`
      continue
    }
    if (open.size > 0) return 'a call has no result'
    for (const call of message.tool_calls ?? []) {
      open.add(call.id)
      try {
        JSON.parse(call.function.arguments)
      } catch {
        return 'arguments of an earlier call are no JSON'
      }
    }
    if (message.content === null && !message.tool_calls) return 'a message has no content'
  }
  return open.size > 0 ? 'a call has no result' : null
}
