/** The states of messages, one for each wallet. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import type { WalletOutcome } from '../passes/passes.ts'
import { areOfRun, areRecent } from './message-ids.ts'
import { type MessageState, tables } from './sql.ts'

/** Undefined: the wallet was not asked. */
export type Outcome = {
  messageId: string
  apple?: WalletOutcome | 'unknown' | undefined
  google?: WalletOutcome | 'unknown' | undefined
}

/** Locks the messages in the order of their ids. @returns those that their run has counted as waiting */
export async function lockWaiting(
  db: CabinetDb,
  ids: readonly string[],
): Promise<{ id: string; runId: string | null }[]> {
  const rows = await tables(db)
    .selectFrom('client_messages')
    .select(['id', 'run_id as runId', 'is_waiting'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.filter((row) => row.is_waiting)
}

/** A wallet's outcome is stored once; a message that a phone has fetched meanwhile stays delivered. @returns states */
export async function settleMessages(db: CabinetDb, outcomes: readonly Outcome[]): Promise<Map<string, MessageState>> {
  // Named beside the outcomes, too: PostgreSQL then looks into their months alone.
  const ids = outcomes.map((one) => one.messageId)
  const { rows } = await sql<{ id: string; state: MessageState }>`
    update client_messages m set apple = s.apple, google = s.google,
      state = case when m.state = 'delivered' then m.state else message_state(s.apple, s.google) end
    from (select b.id,
        case when b.apple = 'queued' then coalesce(o.apple, b.apple) else b.apple end as apple,
        case when b.google = 'queued' then coalesce(o.google, b.google) else b.google end as google
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o("messageId" uuid, apple text, google text)
      join client_messages b on b.cabinet_id = ${db.cabinetId} and b.id = o."messageId"
        and b.id = any(${ids}::uuid[])) s
    where m.cabinet_id = ${db.cabinetId} and m.id = s.id and m.id = any(${ids}::uuid[])
    returning m.id, m.state`.execute(db.tx)
  return new Map(rows.map((row) => [row.id, row.state]))
}

export async function endWaiting(db: CabinetDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tables(db)
    .updateTable('client_messages')
    .set({ is_waiting: false })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', 'in', [...ids])
    .execute()
}

export type QueuedMessage = {
  id: string
  passId: string
  text: string
  passVersion: number
  isSilent: boolean
  /** An earlier try may have reached Google: each makes its claim first. */
  isTried: boolean
  apple: string | null
  google: string | null
}

/** Messages of these cards that a wallet has not answered, the oldest first. */
export function queuedMessages(
  db: CabinetDb,
  wallet: 'apple' | 'google',
  passIds: readonly string[],
  now: Date,
): Promise<QueuedMessage[]> {
  return passIds.length === 0
    ? Promise.resolve([])
    : queued(db)
        .where('pass_id', 'in', [...passIds])
        .where(wallet, '=', 'queued')
        .where(areRecent('client_messages', now))
        .execute()
}

/** What waits of a run, or of a single message. */
export function queuedOf(db: CabinetDb, of: { runId: string } | { messageId: string }): Promise<QueuedMessage[]> {
  return 'runId' in of
    ? queued(db).where(areOfRun('client_messages', of.runId)).where('state', '!=', 'delivered').execute()
    : queued(db).where('id', '=', of.messageId).execute()
}

const queued = (db: CabinetDb) =>
  tables(db)
    .selectFrom('client_messages')
    .select(['id', 'pass_id as passId', 'text', 'pass_version as passVersion', 'apple', 'google'])
    .select((row) => ['is_silent as isSilent', row('google_claim', 'is not', null).$castTo<boolean>().as('isTried')])
    .where('cabinet_id', '=', db.cabinetId)
    .where((row) => row.or([row('apple', '=', 'queued'), row('google', '=', 'queued')]))
    .orderBy('at')
    .orderBy('id')

/**
 * Messages that an older version of the server has written without their wallets get them from what the card is in
 * now.
 */
export async function completeWallets(
  db: CabinetDb,
  rows: readonly { id: string; apple: 'queued' | null; google: 'queued' | null }[],
): Promise<void> {
  await sql`update client_messages m set apple = o.apple, google = o.google
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o(id uuid, apple text, google text)
    where m.cabinet_id = ${db.cabinetId} and m.id = o.id and m.id = any(${rows.map((row) => row.id)}::uuid[])
      and m.state = 'queued' and m.apple is null and m.google is null`.execute(db.tx)
}
