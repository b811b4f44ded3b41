import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

const task = z.object({
  key: z.string(),
  ref: z.string(),
  id: z.string(),
  title: z.string(),
  /** JSON of what is under review. */
  body: z.string(),
})

/** Puts a review's task with the functions it targets, as it is at its beginning: notes that these agents left before go. */
export const saveTask = defineQuery({
  name: 'save-task',
  mode: 'write',
  params: z.object({
    task,
    /** Stored keys of functions, with the readable keys that they have at the base. */
    functions: z.array(z.object({ key: z.string(), was: z.string(), kind: z.string() })),
    pull_requests: z.array(z.string()),
    agents: z.array(z.string()),
  }),
  row: z.object({ targets: z.number() }),
  cypher: `MERGE (t:Task {key: $task.key}) SET t = $task
WITH t OPTIONAL MATCH (t)<-[:ON]-(n:Note) WHERE n.agent IN $agents DETACH DELETE n
WITH DISTINCT t OPTIONAL MATCH (t)-[e:TARGETS|REVIEWS]->() DELETE e
WITH DISTINCT t
CALL { WITH t UNWIND $pull_requests AS p MATCH (c:PullRequest {key: p}) MERGE (t)-[:REVIEWS]->(c) RETURN count(*) AS reviewed }
CALL { WITH t UNWIND $functions AS f MATCH (n:Function {key: f.key})
  MERGE (t)-[e:TARGETS]->(n) SET e.was = f.was, e.kind = f.kind RETURN count(*) AS targets }
RETURN targets`,
})

/** A task with where its functions live now, and who wrote notes on it. */
export const taskByKey = defineQuery({
  name: 'task-by-key',
  mode: 'read',
  params: z.object({ key: z.string() }),
  row: z.object({
    id: z.string(),
    body: z.string(),
    targets: z.array(z.object({ was: z.string(), ref: z.string() })),
    agents: z.array(z.string()),
  }),
  cypher: `MATCH (t:Task {key: $key})
RETURN t.id AS id, t.body AS body, [(t)-[e:TARGETS]->(f:Function) | {was: e.was, ref: f.ref}] AS targets,
  [(t)<-[:ON]-(n:Note) | n.agent] AS agents`,
})

/** Puts an agent's note on a task; no row when there is no such task. */
export const saveNote = defineQuery({
  name: 'save-note',
  mode: 'write',
  params: z.object({
    task: z.string(),
    note: z.object({
      key: z.string(),
      ref: z.string(),
      agent: z.string(),
      /** In words, for people. */
      text: z.string(),
      /** JSON, for the agents after it. */
      body: z.string(),
    }),
  }),
  row: z.object({ ref: z.string() }),
  cypher: `MATCH (t:Task {key: $task}) MERGE (n:Note {key: $note.key})
SET n = $note, n.written_at_ms = timestamp() MERGE (n)-[:ON]->(t) RETURN n.ref AS ref`,
})

/** The notes on a task. */
export const notesOfTask = defineQuery({
  name: 'notes-of-task',
  mode: 'read',
  params: z.object({ key: z.string() }),
  row: z.object({ agent: z.string(), text: z.string(), body: z.string() }),
  cypher: `MATCH (:Task {key: $key})<-[:ON]-(n:Note) RETURN n.agent AS agent, n.text AS text, n.body AS body`,
})

/** Notes of one agent since then, milliseconds since 1970, oldest first. */
export const notesSince = defineQuery({
  name: 'notes-since',
  mode: 'read',
  params: z.object({ agent: z.string(), since: z.number() }),
  row: z.object({ task: z.string(), body: z.string() }),
  cypher: `MATCH (n:Note)-[:ON]->(t:Task) WHERE n.agent = $agent AND n.written_at_ms >= $since
RETURN t.ref AS task, n.body AS body ORDER BY n.written_at_ms, task`,
})

/** Every note of one agent. */
export const notesOfAgent = defineQuery({
  name: 'notes-of-agent',
  mode: 'read',
  params: z.object({ agent: z.string() }),
  row: z.object({ body: z.string() }),
  cypher: `MATCH (n:Note) WHERE n.agent = $agent RETURN n.body AS body`,
})
