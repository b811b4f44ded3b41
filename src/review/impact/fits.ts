import type { CallSite } from '../../code/call-sites.ts'
import type { Parameters } from '../../code/parameters.ts'

/** Why a call does not fit the parameters; null where it does, or where it cannot be told. */
export function misfit(call: CallSite, { list, rest, keywords }: Parameters): string | null {
  const positional = list.filter(({ by }) => by !== 'name')
  if (call.positional > positional.length && !rest) {
    return `passes ${call.positional} arguments by position, where ${positional.length} ${positional.length === 1 ? 'is' : 'are'} taken`
  }
  const stranger = call.keywords.find(
    (name) => !keywords && !list.some((parameter) => parameter.name === name && parameter.by !== 'position'),
  )
  if (stranger !== undefined) return `passes \`${stranger}\`, which is not taken`
  if (call.open) return null
  const filled = new Set([...positional.slice(0, call.positional).map(({ name }) => name), ...call.keywords])
  const lacking = list.find(({ name, optional }) => !optional && !filled.has(name))
  return lacking === undefined ? null : `does not pass \`${lacking.name}\`, which is required`
}

/** What calls that fitted before may stumble over now; empty where every one of them still fits. */
export function narrowed(was: Parameters, now: Parameters): string[] {
  const before = new Map(was.list.map((parameter, index) => [parameter.name, { ...parameter, index }]))
  const after = new Map(now.list.map((parameter, index) => [parameter.name, { ...parameter, index }]))
  const reasons: string[] = []
  for (const { name, by } of was.list) {
    const today = after.get(name)
    if (today === undefined) {
      if (by === 'position' ? !now.rest : !now.keywords) reasons.push(`\`${name}\` is gone`)
    } else if (by === 'either' && today.by === 'name' && !now.rest) reasons.push(`\`${name}\` is taken by name only`)
    else if (by === 'either' && today.by === 'position') reasons.push(`\`${name}\` is taken by position only`)
    else if (by !== 'name' && today.by !== 'name' && today.index !== before.get(name)?.index)
      reasons.push(`\`${name}\` stands at another place`)
  }
  for (const { name, optional } of now.list) {
    const earlier = before.get(name)
    if (!optional && earlier?.optional !== false) reasons.push(`\`${name}\` is required`)
  }
  if (was.rest && !now.rest) reasons.push('further arguments are not taken any more')
  if (was.keywords && !now.keywords) reasons.push('further arguments by name are not taken any more')
  return reasons
}
