/** Every statement that writes a client. */
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { nameOfTemplate } from '../../cards/templates/templates.ts'
import { withoutRemoved } from '../../cards/variables/variables.ts'
import type { Utm } from '../growth/growth.ts'
import { COLUMNS, type FactColumns } from './columns.ts'
import type { ImportedColumns } from './import-change.ts'
import { type ClientRow, type ClientTables, type SetColumns, tables } from './sql.ts'

/** Changes the template of many clients. The version rises, so an edit that is open meanwhile gets a conflict. */
export async function setTemplate(db: CabinetDb, ids: readonly string[], templateId: string, now: Date): Promise<void> {
  await sql`update clients set template_id = ${templateId}, version = version + 1, updated_at = ${now}
    where cabinet_id = ${db.cabinetId} and id = any(${[...ids]}::uuid[])`.execute(db.tx)
}

export const forgetForm = (db: CabinetDb, ids: readonly string[]): Promise<unknown> =>
  sql`update clients set form_id = null where cabinet_id = ${db.cabinetId} and id = any(${ids}::uuid[])`.execute(db.tx)

const AMOUNTS_OF = ['id', 'template_id', 'balance_minor', 'bonus_minor', 'discount_hundredths'] as const
type LockedAmounts = Pick<ClientTables['clients'], (typeof AMOUNTS_OF)[number]>
type Grown = Pick<LockedAmounts, 'id' | 'template_id'>

/** With the row of history, in one statement. @returns undefined when the client is gone */
export async function addBonus(db: CabinetDb, id: string, delta: number, now: Date): Promise<Grown | undefined> {
  const { rows } = await sql<Grown>`
    with grown as (
      update clients set bonus_minor = bonus_minor + ${delta}, version = version + 1, updated_at = ${now}
      where cabinet_id = ${db.cabinetId} and id = ${id}
      returning id, template_id, bonus_minor),
    noted as (
      insert into balance_events (cabinet_id, id, client_id, at, kind, delta, after, source)
      select ${db.cabinetId}, gen_random_uuid(), id, ${now}, 'bonus', ${delta}, bonus_minor, 'promo' from grown)
    select id, template_id from grown`.execute(db.tx)
  return rows[0]
}

/** The amounts as they are now, until the end of the transaction; undefined when the client is gone. */
export function lockAmounts(db: CabinetDb, id: string): Promise<LockedAmounts | undefined> {
  return tables(db)
    .selectFrom('clients')
    .select(AMOUNTS_OF)
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type NewClient = Omit<
  ClientTables['clients'],
  | 'cabinet_id'
  | 'search_text'
  | 'digit_keys'
  | 'name_order'
  | 'version'
  | 'typed_tel'
  | 'card_track'
  | 'crm_updated_at'
  | 'invite_code'
  | 'archived_at'
  | 'erased_at'
  | 'merged_into'
  | 'source'
  | 'consent_source'
  | 'utm'
> & { source?: string; utm?: Utm | null; typed_tel?: string }

export function insertClient(db: CabinetDb, row: NewClient): Promise<ClientRow> {
  return tables(db)
    .insertInto('clients')
    .values({
      cabinet_id: db.cabinetId,
      ...row,
      extra: JSON.stringify(row.extra) as unknown as Record<string, string>,
      utm: row.utm ? (JSON.stringify(row.utm) as unknown as Utm) : null,
    })
    .returningAll()
    .returning(nameOfTemplate(db, 'clients.template_id').as('template_name'))
    .executeTakeFirstOrThrow()
}

export type ClientChange = Partial<
  FactColumns &
    Pick<ClientTables['clients'], 'template_id' | 'updated_at' | 'consent_at' | 'consent_text_hash' | 'consent_ip'> & {
      crm_updated_at: Date
    }
>

/** What was read, or kept, before a variable was removed does not bring its values back. */
const storedExtra = (db: CabinetDb, extra: Record<string, string>) =>
  withoutRemoved(db, sql`${JSON.stringify(extra)}::jsonb`)

/** Sets columns whatever the client's version is; it rises. A trigger keeps `has_bought` where it is not given. */
export async function setClient(
  db: CabinetDb,
  id: string,
  { has_bought, ...change }: SetColumns & { has_bought?: RawBuilder<boolean> },
): Promise<void> {
  await tables(db)
    .updateTable('clients')
    .set((of) => ({
      ...change,
      ...(has_bought && { has_bought }),
      ...(change.extra && { extra: storedExtra(db, change.extra) }),
      version: of('version', '+', 1),
    }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** @returns false when the version has changed since it was read */
export async function updateClient(db: CabinetDb, id: string, version: number, change: ClientChange): Promise<boolean> {
  const done = await tables(db)
    .updateTable('clients')
    .set((of) => ({
      ...change,
      ...(change.extra && { extra: storedExtra(db, change.extra) }),
      version: of('version', '+', 1),
    }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Amounts as a CRM has them, of clients who are locked; the versions rise. */
export async function setAmounts(
  db: CabinetDb,
  clients: readonly Pick<ClientTables['clients'], (typeof AMOUNTS_OF)[number]>[],
  now: Date,
): Promise<void> {
  if (clients.length > 0)
    await sql`
      update clients set balance_minor = given.balance_minor, bonus_minor = given.bonus_minor,
        discount_hundredths = given.discount_hundredths, version = clients.version + 1, crm_updated_at = ${now},
        updated_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(
        clients.map(({ id, balance_minor, bonus_minor, discount_hundredths }) => ({
          id,
          balance_minor,
          bonus_minor,
          discount_hundredths,
        })),
      )}::jsonb) given (id uuid, balance_minor bigint, bonus_minor bigint, discount_hundredths int)
      where clients.cabinet_id = ${db.cabinetId} and clients.id = given.id`.execute(db.tx)
}

export async function insertBalanceEvents(
  db: CabinetDb,
  events: Omit<Insertable<ClientTables['balance_events']>, 'cabinet_id'>[],
): Promise<void> {
  if (events.length > 0)
    // As one value: an import writes hundreds, and thousands of parameters cost more than the rows.
    await sql`
      insert into balance_events (cabinet_id, id, client_id, at, kind, delta, after, source, by_user, reason, till)
      select ${db.cabinetId}, id, client_id, at, kind, delta, after, source, by_user,
        coalesce(reason, ''), coalesce(till, '')
      from jsonb_populate_recordset(null::balance_events, ${JSON.stringify(events)}::jsonb)`.execute(db.tx)
}

export function balanceEvent(
  db: CabinetDb,
  id: string,
): Promise<Pick<ClientTables['balance_events'], 'id' | 'at' | 'delta' | 'after'> | undefined> {
  return tables(db)
    .selectFrom('balance_events')
    .select(['id', 'at', 'delta', 'after'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Keeps the words of a consent, each version once, and holds them until the client who agreed to them is there. */
export async function keepConsentText(db: CabinetDb, hash: Buffer, text: string, now: Date): Promise<void> {
  for (let isHeld = false; !isHeld;) {
    const added = tables(db)
      .insertInto('consent_texts')
      .values({ cabinet_id: db.cabinetId, hash, text, first_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    ;[, isHeld] = await Promise.all([added, holdConsentText(db, hash)])
  }
}

/**
 * Taking away words that nobody agreed to any more waits for the end of this transaction.
 * @returns whether the words are there, as they nearly always are
 */
export async function holdConsentText(db: CabinetDb, hash: Buffer): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('consent_texts')
    .select('hash')
    .where('cabinet_id', '=', db.cabinetId)
    .where('hash', '=', hash)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** `sent`: whom this token has made or found before. `holder`: who has the number; a number left empty has nobody. */
export async function clientsOfEntry(
  db: CabinetDb,
  { token, tel }: { token: string; tel: string },
): Promise<{ sent: string | null; holder: string | null }> {
  const { rows } = await sql<{ sent: string | null; holder: string | null }>`
    select (select client_id from form_submissions where cabinet_id = ${db.cabinetId} and token = ${token}) as sent,
      (select coalesce(merged_into, id) from clients
        where cabinet_id = ${db.cabinetId} and tel = ${tel} and tel <> '') as holder`.execute(db.tx)
  return rows[0] ?? { sent: null, holder: null }
}

/** Lets one submission per cabinet and key go on at a time, in the order given; the locks end with the transaction. */
export async function lockKeys(db: CabinetDb, keys: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0))
    from unnest(${keys.map((key) => `${db.cabinetId}|${key}`)}::text[]) key`.execute(db.tx)
}

export const lockKey = (db: CabinetDb, key: string) => lockKeys(db, [key])

/** Removes the values of a variable. The version rises, so an edit that is open meanwhile gets a conflict. */
export async function dropExtraValues(db: CabinetDb, name: string, ids: readonly string[], now: Date): Promise<void> {
  await sql`update clients set extra = extra - ${name}::text, version = version + 1, updated_at = ${now}
    where cabinet_id = ${db.cabinetId} and id = any(${[...ids]}::uuid[])`.execute(db.tx)
}

const IMPORTED = [
  ...Object.values(COLUMNS),
  'card_track',
  'consent_at',
  'consent_source',
  'archived_at',
  'updated_at',
] as const
const REWRITTEN = ['id', 'version', ...IMPORTED] as const
const ADDED = ['id', 'card_number', 'template_id', 'lang', 'created_at', ...IMPORTED] as const
const listOf = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))
/** The same columns of clients who are given as JSON. */
const givenOf = (db: CabinetDb, columns: readonly string[]) =>
  sql.join(
    columns.map((column) => (column === 'extra' ? withoutRemoved(db, sql`given.extra`) : sql.ref(`given.${column}`))),
  )

export type AddedClient = ImportedColumns &
  Pick<ClientTables['clients'], 'id' | 'card_number' | 'template_id' | 'lang' | 'created_at' | 'updated_at'>

/** @returns the ids of those that were added: of others the phone or the number is taken */
export async function insertClients(db: CabinetDb, clients: readonly AddedClient[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into clients (cabinet_id, ${listOf(ADDED)})
    select ${db.cabinetId}, ${givenOf(db, ADDED)}
    from jsonb_populate_recordset(null::clients, ${JSON.stringify(clients)}::jsonb) given
    on conflict do nothing returning id`.execute(db.tx)
  return rows.map((row) => row.id)
}

const OF_PAST = ['form_id', 'consent_text_hash', 'consent_ip', 'source', 'utm', 'version'] as const

/** One who came earlier: with amounts as they are now, and the version that the changes since have left. */
export type PastClient = AddedClient &
  Pick<ClientTables['clients'], 'form_id' | 'consent_text_hash' | 'consent_ip'> & {
    source: string
    utm: Utm | null
    version: number
  }

/** All of them or none. */
export async function insertPastClients(db: CabinetDb, clients: readonly PastClient[]): Promise<void> {
  const rows = clients.map(({ consent_text_hash: hash, ...row }) => ({
    ...row,
    consent_text_hash: hash && `\\x${hash.toString('hex')}`,
  }))
  await sql`
    insert into clients (cabinet_id, ${listOf(ADDED)}, ${listOf(OF_PAST)})
    select ${db.cabinetId}, ${givenOf(db, ADDED)}, ${givenOf(db, OF_PAST)}
    from jsonb_populate_recordset(null::clients, ${JSON.stringify(rows)}::jsonb) given`.execute(db.tx)
}

export type RewrittenClient = ImportedColumns & Pick<ClientTables['clients'], 'id' | 'updated_at'> & { version: number }

/** @returns the ids of those that have the version they are given with; the others are left alone */
export async function rewriteClients(db: CabinetDb, clients: readonly RewrittenClient[]): Promise<string[]> {
  const given = clients.map((client) => Object.fromEntries(REWRITTEN.map((column) => [column, client[column]])))
  const { rows } = await sql<{ id: string }>`
    update clients set (${listOf(IMPORTED)}, version) = row(${givenOf(db, IMPORTED)}, given.version + 1)
    from jsonb_populate_recordset(null::clients, ${JSON.stringify(given)}::jsonb) given
    where clients.cabinet_id = ${db.cabinetId} and clients.id = given.id and clients.version = given.version
    returning clients.id`.execute(db.tx)
  return rows.map((row) => row.id)
}

/** @returns the ids of those that were removed: nobody has changed them since they came */
export async function deleteUntouched(db: CabinetDb, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from clients c where c.cabinet_id = ${db.cabinetId} and c.id = any(${[...ids]}::uuid[]) and c.version = 1
      and not exists (select from external_events e where e.cabinet_id = c.cabinet_id and e.client_id = c.id)
    returning c.id`.execute(db.tx)
  return rows.map((row) => row.id)
}
