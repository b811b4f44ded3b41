/**
 * What GitHub charges for a query, as documented: https://docs.github.com/graphql/overview/rate-limits-and-node-limits-for-the-graphql-api
 * Nodes: all that may come back. Points: the requests that it takes to fill every connection, by hundreds.
 */
import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql'

export interface QueryCost {
  readonly nodes: number
  readonly points: number
}

export const NODE_LIMIT = 500_000

export function queryCost(document: DocumentNode, variables: Readonly<Record<string, unknown>>): QueryCost {
  const fragments = new Map(
    document.definitions
      .filter((each): each is FragmentDefinitionNode => each.kind === Kind.FRAGMENT_DEFINITION)
      .map((each) => [each.name.value, each.selectionSet]),
  )
  let nodes = 0
  let requests = 0

  function walk(set: SelectionSetNode | undefined, parents: number): void {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) walk(fragments.get(selection.name.value), parents)
      else if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet, parents)
      else {
        const first = selection.arguments?.find(({ name }) => name.value === 'first')?.value
        const size =
          first?.kind === Kind.INT
            ? Number(first.value)
            : first?.kind === Kind.VARIABLE
              ? Number(variables[first.name.value])
              : null
        if (size !== null) {
          if (!(size >= 1 && size <= 100)) throw new Error(`first must be 1 to 100, not ${size}`)
          requests += parents
          nodes += parents * size
        }
        walk(selection.selectionSet, parents * (size ?? 1))
      }
    }
  }

  for (const each of document.definitions) if (each.kind === Kind.OPERATION_DEFINITION) walk(each.selectionSet, 1)
  return { nodes, points: Math.max(1, Math.round(requests / 100)) }
}
