/** The cards of one client: the main one, and further ones of other designs (decision 056). */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { type RowsOfPeople, rowsOfPerson } from '../../people/clients/clients.ts'
import { IS_IN_WALLET, IS_VALID, type PassRow, tables, TAG_OF_NEW } from './sql.ts'

/** The main one first, those of `others` last; withdrawn ones too. */
export function passesOfClient(db: CabinetDb, clientId: string, others: readonly string[] = []): Promise<PassRow[]> {
  return tables(db)
    .selectFrom('passes')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', 'in', [clientId, ...others])
    .orderBy((row) => row('client_id', '=', clientId), 'desc')
    .orderBy('is_main', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Nobody else changes the cards of these clients now. In the order in which all who change cards lock them. */
export async function lockPasses(db: CabinetDb, clientIds: readonly string[]): Promise<void> {
  await sql`select from passes where cabinet_id = ${db.cabinetId} and client_id = any(${[...clientIds]}::uuid[])
    order by id for update`.execute(db.tx)
}

/** The client's card of a design; else the one that was issued with it and has another by now. */
export function passOfDesign(db: CabinetDb, clientId: string, templateId: string): Promise<PassRow | undefined> {
  return tables(db)
    .selectFrom('passes')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .where((row) => row.or([row('template_id', '=', templateId), row('issued_for', '=', templateId)]))
    .orderBy((row) => row('template_id', '=', templateId), 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Its client is locked. @returns undefined when the client has a card of the design */
export async function insertFurtherPass(
  db: CabinetDb,
  row: Pick<PassRow, 'id' | 'client_id' | 'template_id' | 'certificate_id' | 'modified_at' | 'created_at'>,
): Promise<PassRow | undefined> {
  const { rows } = await sql<PassRow>`
    insert into passes (cabinet_id, id, client_id, template_id, is_main, certificate_id, tag, modified_at, created_at)
    select ${db.cabinetId}, ${row.id}, ${row.client_id}, ${row.template_id}, false, ${row.certificate_id},
      ${TAG_OF_NEW}, ${row.modified_at}, ${row.created_at}
    where not exists (select from passes p where p.cabinet_id = ${db.cabinetId} and p.client_id = ${row.client_id}
      and (p.template_id = ${row.template_id} or p.issued_for = ${row.template_id}))
    returning *`.execute(db.tx)
  return rows[0]
}

/** `person`: whom the card shows. */
export type KnownCard = PassRow & { person: string }

/** All cards of these people, withdrawn ones too. */
export async function cardsOfPeople(db: CabinetDb, people: RowsOfPeople): Promise<KnownCard[]> {
  const { rows } = await sql<KnownCard>`select p.*, r.person from passes p join (${people}) r on r.id = p.client_id
    where p.cabinet_id = ${db.cabinetId} order by p.id`.execute(db.tx)
  return rows
}

/** In two steps, because a client has one main card at every moment. */
async function exchangeMain(db: CabinetDb, pairs: readonly { former: string; next: string }[]): Promise<void> {
  for (const [isMain, ids] of [
    [false, pairs.map((pair) => pair.former)],
    [true, pairs.map((pair) => pair.next)],
  ] as const)
    await sql`update passes set is_main = ${isMain}
      where cabinet_id = ${db.cabinetId} and id = any(${ids}::uuid[])`.execute(db.tx)
}

export async function setMain(db: CabinetDb, former: string, next: string): Promise<void> {
  await exchangeMain(db, [{ former, next }])
}

/**
 * Gives the main cards of clients another design. Where a client has a card of that design in a wallet, that one
 * becomes the main card, so that no card on a phone turns into another; else the two exchange their designs.
 * @returns the cards that changed
 */
export async function setDesign(db: CabinetDb, clientIds: readonly string[], templateId: string): Promise<string[]> {
  await lockPasses(db, clientIds)
  const { rows: pairs } = await sql<{ former: string; next: string }>`
    select m.id as former, p.id as next
    from passes p join passes m on m.cabinet_id = p.cabinet_id and m.client_id = p.client_id and m.is_main
    where p.cabinet_id = ${db.cabinetId} and p.client_id = any(${[...clientIds]}::uuid[]) and not p.is_main
      and p.template_id = ${templateId} and p.voided_at is null and ${IS_IN_WALLET}`.execute(db.tx)
  if (pairs.length > 0) await exchangeMain(db, pairs)
  const { rows } = await sql<{ id: string }>`
    update passes p set template_id = case when p.is_main then ${templateId}::uuid else m.template_id end
    from passes m
    where p.cabinet_id = ${db.cabinetId} and p.client_id = any(${[...clientIds]}::uuid[])
      and (p.is_main or p.template_id = ${templateId})
      and m.cabinet_id = p.cabinet_id and m.client_id = p.client_id and m.is_main and m.template_id <> ${templateId}
    returning p.id`.execute(db.tx)
  return [...pairs.flatMap(({ former, next }) => [former, next]), ...rows.map((row) => row.id)]
}

/** Takes a card back. What was sent to it does not stay on it. */
export async function withdraw(db: CabinetDb, passId: string, now: Date): Promise<void> {
  await tables(db)
    .updateTable('passes')
    .set({ voided_at: now, message: '', message_at: null, google_notified_at: [] })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', passId)
    .execute()
}

export async function giveAgain(db: CabinetDb, passId: string): Promise<void> {
  await tables(db)
    .updateTable('passes')
    .set({ voided_at: null })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', passId)
    .execute()
}

/**
 * Whether changes are announced on another card of the same person: of those in a wallet on the main one, else on the
 * oldest; cards of a client who was merged come last. A phone that has two cards would ring twice.
 */
export async function isQuiet(db: CabinetDb, pass: PassRow): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select p.id from passes p join (${rowsOfPerson(db, pass.client_id)}) r on r.id = p.client_id
    where p.cabinet_id = ${db.cabinetId} and (p.id = ${pass.id} or (${IS_VALID} and ${IS_IN_WALLET}))
    order by r.is_gone, p.is_main desc, p.created_at, p.id limit 1`.execute(db.tx)
  return rows[0] !== undefined && rows[0].id !== pass.id
}
