/** Queries run by graphql-js against the schema that GitHub publishes. */
import { schema as published } from '@octokit/graphql-schema'
import { buildSchema, type DocumentNode, execute, type GraphQLSchema, parse, validate } from 'graphql'

let schema: GraphQLSchema | null = null

function githubSchema(): GraphQLSchema {
  schema ??= buildSchema(published.idl, { assumeValid: true })
  return schema
}

const documents = new Map<string, DocumentNode>()

/** Throws what is wrong with it. */
export function parseQuery(text: string): DocumentNode {
  const known = documents.get(text)
  if (known) return known
  const document = parse(text)
  const mistakes = validate(githubSchema(), document)
  if (mistakes.length > 0) throw new Error(mistakes.map(({ message }) => message).join('; '))
  documents.set(text, document)
  return document
}

export interface QueryResult {
  data: Record<string, unknown> | null
  errors?: { type?: string | undefined; message: string; path?: readonly (string | number)[] | undefined }[]
}

/** `root`: values or functions of arguments, as graphql-js resolves them. Errors carry their `type`, as GitHub's do. */
export async function executeQuery(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  root: object,
): Promise<QueryResult> {
  const result = await execute({ schema: githubSchema(), document, variableValues: variables, rootValue: root })
  const data = result.data ? (JSON.parse(JSON.stringify(result.data)) as Record<string, unknown>) : null
  if (!result.errors) return { data }
  const errors = result.errors.map(({ message, path, originalError }) => ({
    type: (originalError as { type?: string } | undefined)?.type,
    message,
    path,
  }))
  return { data, errors }
}
