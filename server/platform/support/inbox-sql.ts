/** What the operator reads of conversations: all of them, by the policies named `operator`. */
import { sql } from 'kysely'
import type { Tx } from '../../base/db.ts'
import { likeAnywhere } from '../../base/like.ts'
import { selectCabinets } from '../cabinets/cabinets.ts'
import { selectPeople } from '../users/users.ts'
import { preview, type State, type SupportTables } from './sql.ts'

const tables = (tx: Tx) => tx.withTables<SupportTables>()

const inbox = (tx: Tx) =>
  tables(tx)
    .selectFrom('support_conversations')
    .innerJoin(
      selectPeople(tx, ['id', 'name', 'surname', 'email', 'lang']).as('users'),
      'users.id',
      'support_conversations.user_id',
    )
    .leftJoin(selectCabinets(tx).as('cabinets'), 'cabinets.id', 'support_conversations.about_cabinet')
    .selectAll('support_conversations')
    .select(['users.name', 'users.surname', 'users.email', 'users.lang', 'cabinets.name as cabinet_name'])
    .select(preview.as('preview'))
export type InboxRow = Awaited<ReturnType<ReturnType<typeof inbox>['execute']>>[number]

export type InboxPage = { state?: State | undefined; q: string; limit: number; offset: number }

/** Open conversations by the longest wait first, all others by the latest change. */
export async function inboxPage(tx: Tx, page: InboxPage): Promise<{ rows: InboxRow[]; total: number }> {
  const pattern = likeAnywhere(page.q)
  const found = inbox(tx)
    .$if(page.state !== undefined, (query) => query.where('state', '=', page.state as State))
    .$if(page.q !== '', (query) =>
      query.where((where) =>
        where.or([
          where('users.email', 'ilike', pattern),
          where('cabinets.name', 'ilike', pattern),
          where('cabinets.domain', 'ilike', pattern),
          where('support_conversations.request_id', '=', page.q),
          where.exists(
            where
              .selectFrom('support_messages')
              .select('support_messages.id')
              .whereRef('support_messages.user_id', '=', 'support_conversations.user_id')
              .whereRef('support_messages.conversation_id', '=', 'support_conversations.id')
              .where('support_messages.text', 'ilike', pattern),
          ),
        ]),
      ),
    )
  const rows = await found
    .orderBy('support_conversations.updated_at', page.state === 'open' ? 'asc' : 'desc')
    .orderBy('support_conversations.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const count = await found
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirst()
  return { rows, total: count?.total ?? 0 }
}

export function inboxRow(tx: Tx, id: string): Promise<InboxRow | undefined> {
  return inbox(tx).where('support_conversations.id', '=', id).executeTakeFirst()
}

export async function openCount(tx: Tx): Promise<number> {
  const row = await tables(tx)
    .selectFrom('support_conversations')
    .select(sql<number>`count(*)`.as('count'))
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Messages with the name of the operator who answered. */
export function inboxMessages(tx: Tx, userId: string, conversationId: string) {
  return tables(tx)
    .selectFrom('support_messages')
    .leftJoin(selectPeople(tx, ['id', 'name', 'surname']).as('users'), 'users.id', 'support_messages.operator_id')
    .selectAll('support_messages')
    .select(['users.name', 'users.surname'])
    .where('support_messages.user_id', '=', userId)
    .where('support_messages.conversation_id', '=', conversationId)
    .orderBy('support_messages.created_at')
    .orderBy('support_messages.id')
    .execute()
}

export function inboxScreenshot(tx: Tx, id: string): Promise<{ bytes: Buffer } | undefined> {
  return tables(tx).selectFrom('support_screenshots').select('bytes').where('id', '=', id).executeTakeFirst()
}
