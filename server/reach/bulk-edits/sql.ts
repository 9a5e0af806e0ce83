import { type Generated, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Language } from '../../../contract/limits.ts'
import type { ExportRows } from '../../../contract/people/exports.ts'
import type { Rules } from '../../../contract/people/segments.ts'
import type { BulkAction, BulkEdit, BulkReason } from '../../../contract/reach/bulk-edits.ts'
import type { CabinetDb } from '../../base/db.ts'
import { readInOrder } from '../../base/look-up.ts'
import { countRows, type Slice } from '../../base/paging.ts'
import { isOfRange, type Range } from '../../people/clients/clients.ts'

export type RowState = 'waiting' | 'changed' | 'same' | 'refused' | 'undone' | 'kept'
export type Counts = Partial<Record<RowState, number>>

/** As it was asked; tags as they are then, so that another name of theirs changes nothing. */
export type StoredAction =
  | Exclude<BulkAction, { kind: 'add_tags' | 'remove_tags' }>
  | { kind: 'add_tags' | 'remove_tags'; tags: { id: string; name: string }[] }

/** How clients were asked for, with the rules that their segment had then. */
export type Asked = ExportRows & { rules?: Rules }

/** What a change replaced, by kind. */
export type Former = {
  /** Those that the client got, or lost. */
  tags?: string[]
  template?: string
  delta?: number
  archivedAt?: string
}

type BulkTables = {
  bulk_edits: {
    cabinet_id: number
    id: string
    made_by: string
    lang: Language
    action: StoredAction
    /** While it is not fixed who is chosen: how they were asked for. */
    asked: Generated<Asked | null>
    state: Exclude<BulkEdit['state'], 'preparing'>
    total: number
    done: number
    after_client: string | null
    counts: Counts
    /** Of a message to many. */
    push_id: Generated<string | null>
    created_at: Date
    started_at: Date
    ended_at: Date | null
    expires_at: Date
    /** Its rows are still being deleted: the edit is not there any more. */
    removed_at: Generated<Date | null>
  }
  bulk_edit_rows: {
    cabinet_id: number
    edit_id: string
    client_id: string
    state: RowState
    reason: BulkReason | null
    former: Former | null
  }
}
export type EditRow = Selectable<BulkTables['bulk_edits']>
export type ClientRow = Pick<BulkTables['bulk_edit_rows'], 'client_id' | 'former'>
export type Settled = Pick<BulkTables['bulk_edit_rows'], 'client_id' | 'state' | 'reason' | 'former'>

const tables = (db: CabinetDb) => db.tx.withTables<BulkTables>()
const json = <T>(value: T) => JSON.stringify(value) as unknown as T
/** Those that are there. */
const all = (db: CabinetDb) =>
  tables(db).selectFrom('bulk_edits').where('cabinet_id', '=', db.cabinetId).where('removed_at', 'is', null)
const rowsOf = (db: CabinetDb, id: string) =>
  tables(db).selectFrom('bulk_edit_rows').where('cabinet_id', '=', db.cabinetId).where('edit_id', '=', id)

type NewEdit = Pick<EditRow, 'id' | 'made_by' | 'lang' | 'action' | 'asked' | 'created_at' | 'expires_at'>

export async function insertEdit(db: CabinetDb, edit: NewEdit): Promise<void> {
  await tables(db)
    .insertInto('bulk_edits')
    .values({
      cabinet_id: db.cabinetId,
      ...edit,
      action: json(edit.action),
      // JSON has a null of its own.
      asked: edit.asked && json(edit.asked),
      state: 'running',
      total: 0,
      done: 0,
      after_client: null,
      counts: json({}),
      started_at: edit.created_at,
      ended_at: null,
    })
    .execute()
}

/**
 * Fixes who is changed, or some of them; who is fixed already stays so.
 * @param chosen selects the column `id` of the clients
 * @returns how many there are
 */
export async function fixRows(db: CabinetDb, id: string, chosen: RawBuilder<{ id: string }>): Promise<number> {
  const { numAffectedRows } = await sql`insert into bulk_edit_rows (cabinet_id, edit_id, client_id, state)
    select ${db.cabinetId}, ${id}, chosen.id, 'waiting' from (${chosen}) chosen
    order by chosen.id on conflict do nothing`.execute(db.tx)
  return Number(numAffectedRows ?? 0)
}

type Change = Partial<
  Pick<
    EditRow,
    | 'state'
    | 'asked'
    | 'total'
    | 'done'
    | 'after_client'
    | 'counts'
    | 'push_id'
    | 'started_at'
    | 'ended_at'
    | 'expires_at'
  >
>

export async function updateEdit(db: CabinetDb, id: string, change: Change): Promise<void> {
  await tables(db)
    .updateTable('bulk_edits')
    .set({ ...change, ...(change.counts && { counts: json(change.counts) }) })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

export const editById = (db: CabinetDb, id: string): Promise<EditRow | undefined> =>
  all(db).selectAll().where('id', '=', id).executeTakeFirst()

export const lockEdit = (db: CabinetDb, id: string): Promise<EditRow | undefined> =>
  all(db).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function hasRunning(db: CabinetDb): Promise<boolean> {
  const row = await all(db).select('id').where('state', 'in', ['running', 'undoing']).executeTakeFirst()
  return row !== undefined
}

export async function editPage(db: CabinetDb, page: Slice): Promise<{ rows: EditRow[]; total: number }> {
  const rows = await all(db)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countRows(all(db)) }
}

/** Running ones, and those that have ended since. */
export function recentEdits(db: CabinetDb, since: Date): Promise<EditRow[]> {
  return all(db)
    .selectAll()
    .where((of) => of.or([of('ended_at', 'is', null), of('ended_at', '>=', since)]))
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
}

/** The next clients in this state, by their ids. */
export function nextRows(
  db: CabinetDb,
  id: string,
  { state, after, limit }: { state: RowState; after: string | null; limit: number },
): Promise<ClientRow[]> {
  let found = rowsOf(db, id).select(['client_id', 'former']).where('state', '=', state)
  if (after !== null) found = found.where('client_id', '>', after)
  const page = found.orderBy('client_id').limit(limit)
  return readInOrder(db, () => page.execute())
}

/** By their ids, of which the statement has a list: PostgreSQL would rather read all rows of the edit beside them. */
export async function settleRows(db: CabinetDb, id: string, settled: readonly Settled[]): Promise<void> {
  await sql`update bulk_edit_rows one set state = given.state, reason = given.reason, former = given.former
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
      as given(client_id uuid, state text, reason text, former jsonb)
    where one.cabinet_id = ${db.cabinetId} and one.edit_id = ${id} and one.client_id = given.client_id
      and one.client_id = any(${settled.map((row) => row.client_id)}::uuid[])`.execute(db.tx)
}

/** The next so many clients of an edit. */
export async function nextRange(db: CabinetDb, id: string, after: string | null, size: number): Promise<Range> {
  let behind = rowsOf(db, id).select('client_id')
  if (after !== null) behind = behind.where('client_id', '>', after)
  const page = behind
    .orderBy('client_id')
    .offset(size - 1)
    .limit(2)
  const [last, next] = await readInOrder(db, () => page.execute())
  return { after, upTo: last && next ? last.client_id : null }
}

/** Over a row `one` of the table `bulk_edit_rows`. */
const isRowOf = (db: CabinetDb, id: string, range: Range): RawBuilder<boolean> =>
  sql`(one.cabinet_id = ${db.cabinetId} and one.edit_id = ${id} and ${isOfRange(sql`one.client_id`, range)})`

export const clientsOfRange = (db: CabinetDb, id: string, range: Range): RawBuilder<{ id: string }> =>
  sql`select one.client_id as id from bulk_edit_rows one where ${isRowOf(db, id, range)}`

/**
 * Settles these rows at once. Both conditions are over a row `one` of the table `bulk_edit_rows`.
 * @returns how many they are
 */
export async function settleRange(
  db: CabinetDb,
  id: string,
  range: Range,
  { isThere, isReached }: { isThere: RawBuilder<boolean>; isReached: RawBuilder<boolean> },
): Promise<number> {
  const { numAffectedRows } = await sql`update bulk_edit_rows one set (state, reason) = (
      select case when found.is_reached then 'changed' else 'refused' end,
        case when found.is_reached then null when found.is_there then 'no_card_installed' else 'gone' end
      from (select ${isThere} as is_there, ${isReached} as is_reached offset 0) found)
    where ${isRowOf(db, id, range)}`.execute(db.tx)
  return Number(numAffectedRows ?? 0)
}

export async function countStates(db: CabinetDb, id: string): Promise<Counts> {
  const rows = await rowsOf(db, id)
    .select(['state', sql<number>`count(*)::int`.as('clients')])
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.state, row.clients]))
}

const left = (db: CabinetDb, id: string) => rowsOf(db, id).where('state', 'in', ['refused', 'kept'])

/** Clients who were left as they are. */
export function leftPage(db: CabinetDb, id: string, { limit, offset }: Slice) {
  const page = left(db, id).select(['client_id', 'reason']).orderBy('client_id').limit(limit).offset(offset)
  return readInOrder(db, () => page.execute())
}

export const countLeft = (db: CabinetDb, id: string): Promise<number> => countRows(left(db, id))

/** From now on it is nowhere, nothing of it goes on, and another one may begin. */
export async function markRemoved(db: CabinetDb, id: string, now: Date): Promise<void> {
  await sql`update bulk_edits set removed_at = ${now}, state = 'done'
    where cabinet_id = ${db.cabinetId} and id = ${id} and removed_at is null`.execute(db.tx)
}

/** Deletes some rows of an edit that is removed. @returns whether there may be more */
export async function clearRows(db: CabinetDb, id: string, limit: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from bulk_edit_rows where ctid = any(array(
    select ctid from bulk_edit_rows where cabinet_id = ${db.cabinetId} and edit_id = ${id}
    limit ${limit} for update))`.execute(db.tx)
  return Number(numAffectedRows ?? 0n) > 0
}

export async function deleteRemoved(db: CabinetDb, id: string): Promise<void> {
  await sql`delete from bulk_edits
    where cabinet_id = ${db.cabinetId} and id = ${id} and removed_at is not null`.execute(db.tx)
}

/** Of a client who is erased: nothing goes on, and nothing is taken back. Reasons and messages may name the person. */
export async function forgetClient(db: CabinetDb, clientId: string): Promise<void> {
  const { rows } = await sql<{ edit_id: string }>`delete from bulk_edit_rows where cabinet_id = ${db.cabinetId}
    and edit_id = any(array(select id from bulk_edits where cabinet_id = ${db.cabinetId})) and client_id = ${clientId}
    returning edit_id`.execute(db.tx)
  if (rows.length === 0) return
  const ids = rows.map((row) => row.edit_id)
  await sql`update bulk_edits set action = case when action ? 'message' then jsonb_set(action, '{message}', '""')
      when action ? 'reason' then jsonb_set(action, '{reason}', '""') else action end
    where cabinet_id = ${db.cabinetId} and state not in ('running', 'undoing') and id = any(${ids}::uuid[])
    `.execute(db.tx)
}
