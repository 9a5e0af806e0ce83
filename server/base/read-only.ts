/** Statements that a call which only reads must not make outside a transaction; inside one PostgreSQL refuses them. */
import type { KyselyPlugin, RawNode } from 'kysely'

const WRITING = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode'])
const WRITING_SQL = /^\s*(insert|update|delete|merge|truncate|with)\b/i

/** @throws Error a programming error, which the caller of the API sees as a 500 */
export const refuseWriting: KyselyPlugin = {
  transformQuery({ node }) {
    if (
      WRITING.has(node.kind) ||
      (node.kind === 'RawNode' && WRITING_SQL.test((node as RawNode).sqlFragments[0] ?? ''))
    )
      throw new Error('a call that only reads must not write')
    return node
  },
  transformResult: async ({ result }) => result,
}
