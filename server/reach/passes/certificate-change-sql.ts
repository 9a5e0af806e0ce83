/** Cards that follow an activated certificate. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { IS_IN_APPLE, type PassTables, tables } from './sql.ts'

type Change = PassTables['certificate_changes']

export async function lockChanges(db: CabinetDb): Promise<void> {
  await sql`select from certificate_changes where cabinet_id = ${db.cabinetId} and state <> 'done' for update`.execute(
    db.tx,
  )
}

/** A newer change takes over what this one has not reached. */
export async function endChanges(db: CabinetDb, now: Date): Promise<void> {
  await tables(db)
    .updateTable('certificate_changes')
    .set({ state: 'done', ended_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('state', '<>', 'done')
    .execute()
}

export async function insertChange(
  db: CabinetDb,
  change: Pick<Change, 'id' | 'certificate_id' | 'left_ids' | 'created_at' | 'total'>,
): Promise<void> {
  await tables(db)
    .insertInto('certificate_changes')
    .values({ cabinet_id: db.cabinetId, ...change, state: 'queue', done: 0, after_pass: null, ended_at: null })
    .execute()
}

export function changeById(db: CabinetDb, id: string) {
  return tables(db)
    .selectFrom('certificate_changes')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function latestChange(db: CabinetDb) {
  return tables(db)
    .selectFrom('certificate_changes')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** `isLeft`: it leaves a test certificate; otherwise its iPhones fetch it again. */
export type FollowingCard = { id: string; isLeft: boolean; isOnIphone: boolean }

/** The next cards in the order of ids. @param renewed certificates in whose place the new one signs */
export async function nextCards(
  db: CabinetDb,
  {
    left_ids: left,
    renewed,
    created_at: before,
    after_pass: after,
  }: Pick<Change, 'left_ids' | 'created_at' | 'after_pass'> & { renewed: readonly string[] },
  limit: number,
): Promise<FollowingCard[]> {
  const { rows } = await sql<FollowingCard>`
    select p.id, p.certificate_id = any(${[...left]}::uuid[]) as "isLeft", ${IS_IN_APPLE} as "isOnIphone" from passes p
    where p.cabinet_id = ${db.cabinetId} and p.created_at <= ${before}
      and p.certificate_id = any(${[...left, ...renewed]}::uuid[])
      and (${after}::uuid is null or p.id > ${after}::uuid)
    order by p.id limit ${limit}`.execute(db.tx)
  return rows
}

export async function setCertificate(db: CabinetDb, ids: readonly string[], certificateId: string): Promise<void> {
  await sql`update passes set certificate_id = ${certificateId}
    where cabinet_id = ${db.cabinetId} and id = any(${[...ids]}::uuid[])`.execute(db.tx)
}

export async function saveChange(
  db: CabinetDb,
  id: string,
  step: Pick<Change, 'state' | 'done' | 'after_pass' | 'ended_at'>,
): Promise<void> {
  await tables(db)
    .updateTable('certificate_changes')
    .set(step)
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** Signs test cards with another certificate. The phones that have them are test phones, which take it for another. */
export async function leaveTestPhones(db: CabinetDb, ids: readonly string[], certificateId: string): Promise<void> {
  await sql`with locked as (select id from passes
      where cabinet_id = ${db.cabinetId} and id = any(${[...ids]}::uuid[]) order by id for update)
    update passes set certificate_id = ${certificateId}
    from locked where passes.cabinet_id = ${db.cabinetId} and passes.id = locked.id`.execute(db.tx)
  await sql`delete from registrations
    where cabinet_id = ${db.cabinetId} and pass_id = any(${[...ids]}::uuid[])`.execute(db.tx)
}

/** What Google has is unchanged by a signature for Apple: a card that was current there stays so. */
export async function keepGoogleCurrent(db: CabinetDb, ids: readonly string[]): Promise<void> {
  await sql`update passes set google_version = version
    where cabinet_id = ${db.cabinetId} and id = any(${[...ids]}::uuid[])
      and google_version = version - 1`.execute(db.tx)
}

/** Up to here the cards of a certificate are counted in their index, and beyond as all less those of the others. */
const COUNTED_CARDS = 5_000

/** @param others all other certificates of the business */
export async function countCardsOf(
  db: CabinetDb,
  certificateIds: readonly string[],
  others: readonly string[],
): Promise<number> {
  const of = (ids: readonly string[]) =>
    sql`select from passes where cabinet_id = ${db.cabinetId} and certificate_id = any(${[...ids]}::uuid[])`
  const { rows } = await sql<{ cards: number }>`
    select (case when few.cards <= ${COUNTED_CARDS} then few.cards
      else (select coalesce(sum(cards), 0) from card_counts where cabinet_id = ${db.cabinetId})
        - (select count(*) from (${of(others)}) other) end)::int as cards
    from (select count(*) as cards from (${of(certificateIds)} limit ${COUNTED_CARDS + 1}) one) few`.execute(db.tx)
  return rows[0]?.cards ?? 0
}
