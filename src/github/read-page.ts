import type { z } from 'zod'
import { NotFoundError } from '../errors.ts'
import type { PageSize } from './ask-smaller.ts'
import type { GitHubClient } from './create-github-client.ts'
import type { Page } from './list-updated.ts'
import type { GitHubQuery } from './queries/define-github-query.ts'
import type { about } from './queries/shapes.ts'

export interface List<Node> {
  readonly totalCount?: number | undefined
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined }
  readonly nodes?: (Node | null)[] | null | undefined
}

type About = z.infer<typeof about>

export interface RecordPage<Item> extends Page<Item> {
  /** Null where GitHub refuses the list so that nothing is left of the answer. */
  readonly about: About | null
  readonly total: number | null
  /** The token may not read this list at all. */
  readonly refused: boolean
  /** Items that GitHub did not give, though they are there. */
  readonly unreadable: number
}

export interface PageRequest<Node, Item> extends PageSize {
  readonly client: GitHubClient
  readonly query: GitHubQuery<{ repository?: (About & { list?: List<Node> | null | undefined }) | null | undefined }>
  readonly repository: string
  readonly after: string | null
  /** `missing`: fields of the node that GitHub refused. */
  toRecord(node: Node, missing: readonly string[], about: About): Item | Promise<Item>
}

/** A page of a repository's pull requests or issues, as records. NotFoundError when GitHub shows no such repository. */
export async function readPage<Node, Item>(request: PageRequest<Node, Item>): Promise<RecordPage<Item>> {
  const { client, query, repository, first, last, after, toRecord } = request
  const [owner = '', name = ''] = repository.split('/')
  const how = last ? { retries: 3, lenient: true } : {}
  const { data, refused } = await client.ask(query, { owner, name, first, after }, how)
  const about = data.repository
  if (!about) {
    const empty = { about: null, items: [], total: null, unreadable: 0, endCursor: null, hasNextPage: false }
    if (refused.some(([, list]) => list === 'list')) return { ...empty, refused: true }
    const remedy = 'Check the spelling; for a private repository use a token that was given access to it.'
    throw new NotFoundError(`GitHub has no repository ${repository}, or GITHUB_TOKEN may not see it.`, remedy)
  }
  const { list } = about
  const nodes = list?.nodes ?? []
  const items: Item[] = []
  for (const [at, node] of nodes.entries()) {
    const places = refused.filter(([, , , index]) => index === at)
    if (node !== null)
      items.push(
        await toRecord(
          node,
          places.map(([, , , , field]) => String(field)),
          about,
        ),
      )
  }
  return {
    about,
    items,
    total: list?.totalCount ?? null,
    refused: list == null,
    unreadable: nodes.length - items.length,
    endCursor: list?.pageInfo.endCursor ?? null,
    hasNextPage: list?.pageInfo.hasNextPage ?? false,
  }
}
