import { sql } from 'kysely'
import type { SupportTopic } from '../../../contract/limits.ts'
import type { Tx } from '../../base/db.ts'
import type { Slice } from '../../base/paging.ts'

export type State = 'open' | 'answered' | 'closed'
export type SupportTables = {
  support_conversations: {
    user_id: string
    id: string
    topic: SupportTopic
    state: State
    about_cabinet: number | null
    route: string
    request_id: string
    created_at: Date
    updated_at: Date
    first_answered_at: Date | null
    seen_at: Date
  }
  support_messages: {
    user_id: string
    id: string
    conversation_id: string
    operator_id: string | null
    is_answer: boolean
    text: string
    screenshot_id: string | null
    created_at: Date
  }
  support_screenshots: { user_id: string; id: string; bytes: Buffer; created_at: Date }
}
export type ConversationRow = SupportTables['support_conversations']
export type MessageRow = SupportTables['support_messages']

const PREVIEW_LENGTH = 160
const tables = (tx: Tx) => tx.withTables<SupportTables>()

/** Text of the latest message. */
export const preview = sql<string>`(
  select left(m.text, ${PREVIEW_LENGTH}) from support_messages m
  where m.user_id = support_conversations.user_id and m.conversation_id = support_conversations.id
  order by m.created_at desc, m.id limit 1)`

const conversations = (tx: Tx) =>
  tables(tx).selectFrom('support_conversations').selectAll('support_conversations').select(preview.as('preview'))
export type ListedRow = Awaited<ReturnType<ReturnType<typeof conversations>['execute']>>[number]

export async function conversationsOf(
  tx: Tx,
  userId: string,
  page: Slice,
): Promise<{ rows: ListedRow[]; total: number }> {
  const rows = await conversations(tx)
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const count = await tables(tx)
    .selectFrom('support_conversations')
    .select(sql<number>`count(*)`.as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { rows, total: count?.total ?? 0 }
}

export async function unreadOf(tx: Tx, userId: string): Promise<number> {
  const row = await tables(tx)
    .selectFrom('support_conversations')
    .select(sql<number>`count(*)`.as('unread'))
    .where('user_id', '=', userId)
    .whereRef('updated_at', '>', 'seen_at')
    .executeTakeFirst()
  return row?.unread ?? 0
}

export function conversation(tx: Tx, userId: string, id: string): Promise<ListedRow | undefined> {
  return conversations(tx).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

/** The whole conversation, the first message first. */
export function messagesOf(tx: Tx, userId: string, conversationId: string): Promise<MessageRow[]> {
  return tables(tx)
    .selectFrom('support_messages')
    .selectAll()
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function countMessages(tx: Tx, userId: string, conversationId: string): Promise<number> {
  const row = await tables(tx)
    .selectFrom('support_messages')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  return row?.count ?? 0
}

export async function insertConversation(tx: Tx, row: ConversationRow): Promise<void> {
  await tables(tx).insertInto('support_conversations').values(row).execute()
}

export async function insertMessage(tx: Tx, row: MessageRow): Promise<void> {
  await tables(tx).insertInto('support_messages').values(row).execute()
}

export type ConversationChange = Partial<Pick<ConversationRow, 'state' | 'updated_at' | 'seen_at'>>

/** @returns false when there is none */
export async function updateConversation(
  tx: Tx,
  userId: string,
  id: string,
  change: ConversationChange,
): Promise<boolean> {
  const done = await tables(tx)
    .updateTable('support_conversations')
    .set(change)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function setFirstAnswered(tx: Tx, userId: string, id: string, at: Date): Promise<void> {
  await tables(tx)
    .updateTable('support_conversations')
    .set({ first_answered_at: at })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('first_answered_at', 'is', null)
    .execute()
}

export async function insertScreenshot(tx: Tx, row: SupportTables['support_screenshots']): Promise<void> {
  await tables(tx).insertInto('support_screenshots').values(row).execute()
}

/** Removes what was uploaded before `before` and never sent. */
export async function deleteUnsent(tx: Tx, userId: string, before: Date): Promise<void> {
  await tables(tx)
    .deleteFrom('support_screenshots')
    .where('user_id', '=', userId)
    .where('created_at', '<', before)
    .where(
      'id',
      'not in',
      tables(tx)
        .selectFrom('support_messages')
        .select('screenshot_id')
        .where('user_id', '=', userId)
        .where('screenshot_id', 'is not', null)
        .$castTo<{ screenshot_id: string }>(),
    )
    .execute()
}

export async function hasScreenshot(tx: Tx, userId: string, id: string): Promise<boolean> {
  return (
    (await tables(tx)
      .selectFrom('support_screenshots')
      .select('id')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined
  )
}

export function screenshot(tx: Tx, userId: string, id: string): Promise<{ bytes: Buffer } | undefined> {
  return tables(tx)
    .selectFrom('support_screenshots')
    .select('bytes')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Half of all first answers since `since` came within so many seconds; with how many there were. */
export async function answerTime(tx: Tx, since: Date): Promise<{ count: number; seconds: number }> {
  const row = await tables(tx)
    .selectFrom('support_conversations')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<
        number | null
      >`percentile_cont(0.5) within group (order by extract(epoch from first_answered_at - created_at))`.as('seconds'),
    ])
    .where('created_at', '>=', since)
    .where('first_answered_at', 'is not', null)
    .executeTakeFirst()
  return { count: row?.count ?? 0, seconds: row?.seconds ?? 0 }
}
