export interface Identity {
  readonly name: string
  readonly email: string
}

export type Mailmap = (identity: Identity) => Identity

const line = /^\s*([^<#]*?)\s*<([^>]*)>\s*(?:([^<]*?)\s*<([^>]*)>)?\s*(?:#.*)?$/

/** Reads a `.mailmap` (gitmailmap(5)): the proper name and address of those that commits name differently. */
export function parseMailmap(text: string): Mailmap {
  const byEmail = new Map<string, Partial<Identity>>()
  const byNameAndEmail = new Map<string, Partial<Identity>>()
  for (const row of text.split('\n')) {
    const [, name = '', email = '', commitName = '', commitEmail] = line.exec(row) ?? []
    const proper = { ...(name === '' ? {} : { name }), ...(commitEmail === undefined ? {} : { email }) }
    const key = (commitEmail ?? email).toLowerCase()
    if (key === '') continue
    if (commitName === '') byEmail.set(key, { ...byEmail.get(key), ...proper })
    else byNameAndEmail.set(`${commitName.toLowerCase()} ${key}`, proper)
  }
  return (identity) => {
    const email = identity.email.toLowerCase()
    const proper = byNameAndEmail.get(`${identity.name.toLowerCase()} ${email}`) ?? byEmail.get(email)
    return proper === undefined ? identity : { ...identity, ...proper }
  }
}
