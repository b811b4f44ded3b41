import type { Identity, Mailmap } from './mailmap.ts'

export interface Person {
  /** Login where known, else the first e-mail address seen, else the name. */
  readonly id: string
  readonly name: string
  readonly login: string | null
  readonly bot: boolean
}

/** An identity together with what is known of its account. */
export interface KnownIdentity extends Identity {
  readonly login?: string | undefined
  /** GitHub's number of the account, which stays when the login changes. */
  readonly account?: number | null | undefined
  /** Known to be one, whatever its name looks like. */
  readonly bot?: boolean | undefined
  /** Others have the same name, so the name tells nothing. */
  readonly isNamesake?: boolean | undefined
  /** How often it stands in history; 1 where nothing is said. */
  readonly uses?: number | undefined
}

export interface People {
  /** Null for an identity that is nobody, such as GitHub itself. */
  find(identity: Identity): Person | null
}

interface Account {
  readonly name: string
  readonly bot: boolean
  uses: number
  readonly emails: string[]
  readonly logins: string[]
}

const noreply = /^(?:(\d+)\+)?([a-z\d](?:[a-z\d-]*[a-z\d])?(?:\[bot\])?)@users\.noreply\.github\.com$/i
/** Addresses that many people share. */
const sharedEmail =
  /^(|none|unknown|root|noreply@github\.com|.*@(localhost|none|unknown)|(you|name|user|email|me)@example\.(com|org))$/
const genericName = /^(unknown|root|admin|user|your name|first last|john doe|jane doe|anonymous|github actions?)$/
const botName =
  /\[bot\]|^(dependabot|renovate|greenkeeper|pre-commit-ci|github-actions?|pyup|snyk|allcontributors|codecov|weblate|mergify|bors|homu|imgbot|web-flow|pytest bot|pytestbot|copilot)([-. ]?(bot|preview))?$/i
/** Assistants that sign commits as co-authors. */
const assistantEmail =
  /^(noreply|ai|claude|codex|grok|agent|cursoragent)@(anthropic\.com|openai\.com|cursor\.(com|sh)|x\.ai)$/i

const loginOf = (email: string): string | null => noreply.exec(email)?.[2] ?? null
const accountOf = (email: string): number | null => {
  const id = noreply.exec(email)?.[1]
  return id === undefined ? null : Number(id)
}

/**
 * One person for all identities that belong together: the same address, the same login or account, or the same full name. A name of one
 * word joins two identities only when it is the login or the begin of an address of the other. What comes first gives
 * the id, so that later commits do not change it.
 */
export function mergePeople(identities: Iterable<KnownIdentity>, mailmap: Mailmap): People {
  const accounts = new Map<string, Account>()
  const joined = new Map<string, string>()
  const root = (key: string): string => {
    let at = key
    for (let next = joined.get(at); next !== undefined; next = joined.get(at)) at = next
    return at
  }
  const join = (a: string, b: string) => {
    const [first, second] = [root(a), root(b)]
    if (first !== second) joined.set(second, first)
  }
  const byClue = new Map<string, string>()
  const clue = (key: string, value: string) => {
    const known = byClue.get(value)
    if (known === undefined) byClue.set(value, key)
    else join(known, key)
  }

  for (const identity of identities) {
    const { name, email } = mailmap(identity)
    const key = keyOf({ name, email })
    if (isNobody({ name, email })) continue
    const known = accounts.get(key)
    const account = known ?? { name: name.trim(), bot: identity.bot ?? false, uses: 0, emails: [], logins: [] }
    if (known === undefined) accounts.set(key, account)
    const login = identity.login ?? loginOf(email) ?? loginOf(identity.email)
    if (login !== null && !account.logins.some((each) => normal(each) === normal(login))) {
      account.logins.push(login)
      clue(key, `login ${normal(login)}`)
    }
    const id = identity.account ?? accountOf(identity.email)
    if (id !== null) clue(key, `account ${id}`)
    account.uses += identity.uses ?? 1
    if (known !== undefined) continue
    const address = email.toLowerCase()
    if (!sharedEmail.test(address)) {
      account.emails.push(address)
      clue(key, `email ${address}`)
    }
    const fullName = normal(name)
    const tells = fullName.includes(' ') && !genericName.test(fullName) && identity.isNamesake !== true
    if (tells) clue(key, `name ${fullName}`)
  }
  for (const [key, { name }] of accounts) {
    const handle = normal(name)
    if (handle.length < 4 || handle.includes(' ') || genericName.test(handle)) continue
    const same = byClue.get(`login ${handle}`)
    if (same !== undefined) join(same, key)
    else if (accounts.get(key)?.emails.some((email) => email.startsWith(`${handle}@`))) clue(key, `handle ${handle}`)
  }

  const people = new Map<string, Person>()
  const members = new Map<string, Account[]>()
  for (const [key, account] of accounts) {
    const list = members.get(root(key))
    if (list === undefined) members.set(root(key), [account])
    else list.push(account)
  }
  for (const [key, list] of members) people.set(key, toPerson(list))
  const found = new Map<string, Person | null>()
  return {
    find(identity) {
      const id = `${identity.name} <${identity.email}>`
      let person = found.get(id)
      if (person !== undefined) return person
      const proper = mailmap(identity)
      person = isNobody(proper) ? null : (people.get(root(keyOf(proper))) ?? null)
      found.set(id, person)
      return person
    },
  }
}

const keyOf = ({ name, email }: Identity) => `${normal(name)} <${email.toLowerCase()}>`
const normal = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
const isNobody = ({ name, email }: Identity) =>
  (email.toLowerCase() === 'noreply@github.com' && normal(name) === 'github') ||
  (name.trim() === '' && email.trim() === '')

function toPerson(accounts: readonly Account[]): Person {
  const logins = accounts.flatMap((account) => account.logins)
  const emails = accounts.flatMap((account) => account.emails)
  const login = logins[0] ?? null
  const ranked = [...accounts].sort(
    (a, b) => Number(b.name.includes(' ')) - Number(a.name.includes(' ')) || b.uses - a.uses,
  )
  const name = ranked.find((account) => account.name !== '')?.name ?? login ?? emails[0] ?? ''
  const bot =
    accounts.some((account) => account.bot) ||
    [...accounts.map((account) => account.name), ...logins].some((each) => botName.test(each)) ||
    emails.some((each) => assistantEmail.test(each))
  return { id: login ?? emails[0] ?? normal(name), name, login, bot }
}
