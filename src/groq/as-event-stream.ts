import { z } from 'zod'

const completion = z.looseObject({
  choices: z
    .array(z.looseObject({ message: z.looseObject({ tool_calls: z.array(z.looseObject({})).nullish() }) }))
    .min(1),
})

/**
 * Some servers ignore `stream: true` and send the whole completion at once: here it becomes a stream of one piece. Any other
 * response is handed on as it is.
 */
export async function asEventStream(response: Response): Promise<Response> {
  if (!response.ok || !response.headers.get('content-type')?.startsWith('application/json')) return response
  const text = await response.text()
  const { status, headers } = response
  const parsed = completion.safeParse(parseJson(text))
  if (!parsed.success) return new Response(text, { status, headers })
  const choices = parsed.data.choices.map(({ message, ...choice }) => ({
    ...choice,
    delta: { ...message, tool_calls: message.tool_calls?.map((call, index) => ({ index, ...call })) },
  }))
  const events = `data: ${JSON.stringify({ ...parsed.data, choices })}\n\ndata: [DONE]\n\n`
  return new Response(events, {
    status,
    headers: { ...Object.fromEntries(headers), 'content-type': 'text/event-stream' },
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
