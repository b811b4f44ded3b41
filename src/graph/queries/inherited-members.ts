import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { codeRow, returnCode } from './rows.ts'

/** Methods of that name which a class of that name gets from the classes it extends, nearest first. */
export const inheritedMembers = defineQuery({
  name: 'inherited-members',
  mode: 'read',
  params: z.object({ class_name: z.string(), name: z.string() }),
  row: codeRow,
  cypher: `MATCH p = (c:Class {name: $class_name})-[:EXTENDS*1..6]->(b:Class)
MATCH (b)-[:DEFINES]->(f:Function {name: $name})
WITH f, min(length(p)) AS distance ORDER BY distance
RETURN ${returnCode('f', 'function')}`,
})
