import type { Account } from '../../github/records.ts'
import type { KnownIdentity } from '../history/people.ts'
import type { GitHubRecords } from './github-records.ts'

export type KnownAccount = NonNullable<Account>

/** Where GitHub's pages show the work of accounts that were deleted. */
export const GHOST = 'ghost'

/** Every account that the records name, once each, in the order of their numbers. */
export function accountsIn({ pulls, issues }: GitHubRecords): KnownAccount[] {
  const found = new Map<string, KnownAccount>()
  const add = (account: Account) => {
    if (account !== null && !found.has(account.login)) found.set(account.login, account)
  }
  for (const pull of inOrder(pulls)) {
    add(pull.author)
    add(pull.merged_by)
    for (const review of pull.reviews) {
      add(review.author)
      for (const comment of review.comments) add(comment.author)
    }
  }
  for (const issue of inOrder(issues)) add(issue.author)
  return [...found.values()]
}

/**
 * An account as git would know it: by the address that GitHub gives it. Its name joins it with commits of that name only
 * where no other account goes by the same name.
 */
export function identitiesOf(accounts: readonly KnownAccount[]): (account: KnownAccount) => KnownIdentity {
  const names = new Map<string, number>()
  for (const account of accounts) {
    const name = nameOf(account).toLowerCase()
    names.set(name, (names.get(name) ?? 0) + 1)
  }
  return (account) => {
    const { id, bot } = account
    const login = bot && !account.login.endsWith('[bot]') ? `${account.login}[bot]` : account.login
    const email = `${id === null ? '' : `${id}+`}${login}@users.noreply.github.com`
    const isNamesake = (names.get(nameOf(account).toLowerCase()) ?? 0) > 1
    return { name: nameOf(account), email, login, account: id, bot, isNamesake, uses: 0 }
  }
}

const nameOf = ({ name, login }: KnownAccount) => name?.replace(/\s+/g, ' ').trim() || login

/** By number: the same order whatever the order of the lines in the file. */
export const inOrder = <R>(records: ReadonlyMap<number, R>): R[] =>
  [...records].sort(([a], [b]) => a - b).map(([, record]) => record)
