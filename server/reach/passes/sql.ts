import { sql, type Generated } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

export type PassTables = {
  passes: {
    cabinet_id: number
    id: string
    client_id: string
    template_id: string
    certificate_id: string
    version: Generated<number>
    tag: number
    modified_at: Date
    fetched_version: Generated<number>
    message: Generated<string>
    message_number: Generated<number>
    message_at: Date | null
    google_object_id: string | null
    google_version: Generated<number>
    google_saved_at: Date | null
    google_notified_at: Generated<Date[]>
    created_at: Date
  }
  registrations: {
    cabinet_id: number
    id: string
    device_id: string
    pass_id: string
    push_token: string
    created_at: Date
    token_at: Date
    is_silent: Generated<boolean>
  }
  google_notices: { cabinet_id: number; id: string; at: Date }
  card_updates: {
    cabinet_id: number
    id: string
    moscow_day: string
    templates: string[]
    state: 'queue' | 'in_progress' | 'done'
    total: number
    done: Generated<number>
    after_pass: string | null
    created_at: Date
    ended_at: Generated<Date | null>
  }
  waiting_updates: { cabinet_id: number; template_id: string; since: Date }
}

const tables = (db: CabinetDb) => db.tx.withTables<PassTables>()

export function passById(db: CabinetDb, id: string) {
  return tables(db)
    .selectFrom('passes')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
}
export type PassRow = NonNullable<Awaited<ReturnType<typeof passById>>>

export function passOfClient(db: CabinetDb, clientId: string): Promise<PassRow | undefined> {
  return tables(db)
    .selectFrom('passes')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

export async function insertPass(
  db: CabinetDb,
  row: Pick<
    PassTables['passes'],
    'id' | 'client_id' | 'template_id' | 'certificate_id' | 'tag' | 'modified_at' | 'created_at'
  >,
): Promise<void> {
  await tables(db)
    .insertInto('passes')
    .values({ cabinet_id: db.cabinetId, ...row, message_at: null, google_object_id: null, google_saved_at: null })
    .onConflict((conflict) => conflict.constraint('passes_client').doNothing())
    .execute()
}

export function passesByIds(
  db: CabinetDb,
  ids: readonly string[],
): Promise<{ id: string; client_id: string; template_id: string }[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : tables(db)
        .selectFrom('passes')
        .select(['id', 'client_id', 'template_id'])
        .where('cabinet_id', '=', db.cabinetId)
        .where('id', 'in', [...ids])
        .execute()
}

/** Cards that Google holds in an older version than ours. */
export async function behindAtGoogle(db: CabinetDb, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tables(db)
    .selectFrom('passes')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', 'in', [...ids])
    .where('google_object_id', 'is not', null)
    .whereRef('google_version', '<', 'version')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** A change of cards: version, tag and Last-Modified rise together. Rows are locked in the order of their ids. */
export async function raiseVersions(db: CabinetDb, ids: readonly string[], tag: number, now: Date): Promise<void> {
  await sql`with locked as (select id from passes where cabinet_id = ${db.cabinetId} and id = any(${[...ids]}::uuid[]) order by id for update)
    update passes set version = version + 1, tag = ${tag},
      modified_at = greatest(date_trunc('second', ${now}::timestamptz), modified_at + interval '1 second')
    from locked where passes.cabinet_id = ${db.cabinetId} and passes.id = locked.id`.execute(db.tx)
}

/** Writes a text onto cards, each its own. */
export async function writeMessages(
  db: CabinetDb,
  texts: readonly { id: string; text: string }[],
  now: Date,
): Promise<void> {
  await sql`update passes set message = t.text, message_number = message_number + 1, message_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as t(id uuid, text text)
    where passes.cabinet_id = ${db.cabinetId} and passes.id = t.id`.execute(db.tx)
}

export async function setTemplateOfPass(db: CabinetDb, id: string, templateId: string): Promise<void> {
  await tables(db)
    .updateTable('passes')
    .set({ template_id: templateId })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** @returns their cards */
export async function setTemplateOfPasses(
  db: CabinetDb,
  clientIds: readonly string[],
  templateId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update passes set template_id = ${templateId}
    where cabinet_id = ${db.cabinetId} and client_id = any(${[...clientIds]}::uuid[]) and template_id <> ${templateId} returning id`.execute(
    db.tx,
  )
  return rows.map((row) => row.id)
}

export async function markFetched(db: CabinetDb, id: string, version: number): Promise<void> {
  await tables(db)
    .updateTable('passes')
    .set({ fetched_version: version })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('fetched_version', '<', version)
    .execute()
}

/** Takes the card's row for this transaction: phones that register at once are counted one after the other. */
export async function lockPass(db: CabinetDb, id: string): Promise<void> {
  await tables(db)
    .selectFrom('passes')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
}

/** @returns whether the device had not registered this card before */
export async function putRegistration(
  db: CabinetDb,
  row: { device_id: string; pass_id: string; push_token: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into registrations (cabinet_id, id, device_id, pass_id, push_token, created_at, token_at)
    values (${db.cabinetId}, ${crypto.randomUUID()}, ${row.device_id}, ${row.pass_id}, ${row.push_token}, ${row.now}, ${row.now})
    on conflict on constraint registrations_device do update set push_token = excluded.push_token, token_at = excluded.token_at, is_silent = false
    returning (xmax = 0) as "isNew"`.execute(db.tx)
  return rows[0]?.isNew ?? false
}

/** Keeps the newest registrations of a card; phones that invent device ids push out their own old ones. */
export async function trimRegistrations(db: CabinetDb, passId: string, keep: number): Promise<void> {
  await sql`delete from registrations where cabinet_id = ${db.cabinetId} and id in (
    select id from registrations where cabinet_id = ${db.cabinetId} and pass_id = ${passId} order by token_at desc, id desc offset ${keep})`.execute(
    db.tx,
  )
}

export async function deleteRegistration(db: CabinetDb, deviceId: string, passId: string): Promise<void> {
  await tables(db)
    .deleteFrom('registrations')
    .where('cabinet_id', '=', db.cabinetId)
    .where('device_id', '=', deviceId)
    .where('pass_id', '=', passId)
    .execute()
}

export async function hasDevice(db: CabinetDb, deviceId: string): Promise<boolean> {
  return (
    (await tables(db)
      .selectFrom('registrations')
      .select('id')
      .where('cabinet_id', '=', db.cabinetId)
      .where('device_id', '=', deviceId)
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

export function changedForDevice(
  db: CabinetDb,
  deviceId: string,
  passType: string,
  since: number,
): Promise<{ id: string; tag: number }[]> {
  return tables(db)
    .withTables<{ apple_certificates: { cabinet_id: number; id: string; pass_type_identifier: string } }>()
    .selectFrom('registrations as r')
    .innerJoin('passes as p', (join) => join.onRef('p.cabinet_id', '=', 'r.cabinet_id').onRef('p.id', '=', 'r.pass_id'))
    .innerJoin('apple_certificates as c', (join) =>
      join.onRef('c.cabinet_id', '=', 'p.cabinet_id').onRef('c.id', '=', 'p.certificate_id'),
    )
    .select(['p.id', 'p.tag'])
    .where('r.cabinet_id', '=', db.cabinetId)
    .where('r.device_id', '=', deviceId)
    .where('c.pass_type_identifier', '=', passType)
    .where('p.tag', '>', since)
    .orderBy('p.tag')
    .execute()
}

export type Line = { passId: string; version: number; certificateId: string; token: string }

/** Phones to be told, one row a phone and card. */
export function linesOf(db: CabinetDb, passIds: readonly string[]): Promise<Line[]> {
  if (passIds.length === 0) return Promise.resolve([])
  return tables(db)
    .selectFrom('registrations as r')
    .innerJoin('passes as p', (join) => join.onRef('p.cabinet_id', '=', 'r.cabinet_id').onRef('p.id', '=', 'r.pass_id'))
    .select(['p.id as passId', 'p.version', 'p.certificate_id as certificateId', 'r.push_token as token'])
    .where('r.cabinet_id', '=', db.cabinetId)
    .where('r.pass_id', 'in', [...passIds])
    .where('r.is_silent', '=', false)
    .execute()
}

/** A token that Apple called dead: only what was told before that moment goes. */
export async function dropToken(db: CabinetDb, token: string, goneSince: Date): Promise<void> {
  await tables(db)
    .deleteFrom('registrations')
    .where('cabinet_id', '=', db.cabinetId)
    .where('push_token', '=', token)
    .where('token_at', '<=', goneSince)
    .execute()
}

export async function silenceToken(db: CabinetDb, token: string): Promise<void> {
  await tables(db)
    .updateTable('registrations')
    .set({ is_silent: true })
    .where('cabinet_id', '=', db.cabinetId)
    .where('push_token', '=', token)
    .execute()
}

export function devicesOf(db: CabinetDb, passId: string): Promise<{ created_at: Date }[]> {
  return tables(db)
    .selectFrom('registrations')
    .select('created_at')
    .where('cabinet_id', '=', db.cabinetId)
    .where('pass_id', '=', passId)
    .orderBy('created_at')
    .execute()
}

/** @returns false when Google was told of a newer version meanwhile, which this one has overwritten */
export async function setGoogleObject(db: CabinetDb, id: string, objectId: string, version: number): Promise<boolean> {
  const done = await tables(db)
    .updateTable('passes')
    .set({ google_object_id: objectId, google_version: version })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('google_version', '<=', version)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export function passByObject(db: CabinetDb, objectId: string): Promise<PassRow | undefined> {
  return tables(db)
    .selectFrom('passes')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('google_object_id', '=', objectId)
    .executeTakeFirst()
}

export async function setGoogleSaved(db: CabinetDb, id: string, at: Date | null): Promise<void> {
  await tables(db)
    .updateTable('passes')
    .set({ google_saved_at: at })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/**
 * Notes a message that rang, and forgets those before `since`; in one statement, so that two at once are both noted.
 */
export async function noteGoogleNotice(db: CabinetDb, id: string, at: Date, since: Date): Promise<void> {
  await sql`update passes set google_notified_at = array(select one from unnest(google_notified_at) one where one > ${since}) || ${at}::timestamptz
    where cabinet_id = ${db.cabinetId} and id = ${id}`.execute(db.tx)
}

/** @returns false when the notice was counted before */
export async function insertNotice(db: CabinetDb, nonce: string, at: Date): Promise<boolean> {
  const done = await tables(db)
    .insertInto('google_notices')
    .values({ cabinet_id: db.cabinetId, id: nonce, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Next cards of these templates after one, in the order of ids. */
export function passesOfTemplates(
  db: CabinetDb,
  templateIds: readonly string[],
  after: string | null,
  limit: number,
): Promise<{ id: string }[]> {
  return tables(db)
    .selectFrom('passes')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('template_id', 'in', [...templateIds])
    .$if(after !== null, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Cards on which the default value of a variable stands, because their client has none of his own. */
export async function passesWithDefault(
  db: CabinetDb,
  templateIds: readonly string[],
  variable: string,
): Promise<string[]> {
  if (templateIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select p.id from passes p join clients c on c.cabinet_id = p.cabinet_id and c.id = p.client_id
    where p.cabinet_id = ${db.cabinetId} and p.template_id = any(${[...templateIds]}::uuid[]) and coalesce(c.extra ->> ${variable}, '') = ''
    order by p.id`.execute(db.tx)
  return rows.map((row) => row.id)
}

export async function countPasses(
  db: CabinetDb,
  templateId?: string,
): Promise<{ issued: number; apple: number; google: number }> {
  const row = await tables(db)
    .selectFrom('passes')
    .select([
      sql<number>`count(*)`.as('issued'),
      sql<number>`count(*) filter (where exists (select from registrations r where r.cabinet_id = passes.cabinet_id and r.pass_id = passes.id))`.as(
        'apple',
      ),
      sql<number>`count(*) filter (where google_saved_at is not null)`.as('google'),
    ])
    .where('cabinet_id', '=', db.cabinetId)
    .$if(templateId !== undefined, (query) => query.where('template_id', '=', templateId as string))
    .executeTakeFirst()
  return row ?? { issued: 0, apple: 0, google: 0 }
}

export async function countOfTemplates(db: CabinetDb, templateIds: readonly string[]): Promise<number> {
  if (templateIds.length === 0) return 0
  const row = await tables(db)
    .selectFrom('passes')
    .select(sql<number>`count(*)`.as('count'))
    .where('cabinet_id', '=', db.cabinetId)
    .where('template_id', 'in', [...templateIds])
    .executeTakeFirst()
  return row?.count ?? 0
}

/** @returns false when the day has its update */
export async function insertUpdate(
  db: CabinetDb,
  row: Pick<PassTables['card_updates'], 'id' | 'moscow_day' | 'templates' | 'state' | 'total' | 'created_at'>,
): Promise<boolean> {
  const done = await tables(db)
    .insertInto('card_updates')
    .values({ cabinet_id: db.cabinetId, ...row, after_pass: null })
    .onConflict((conflict) => conflict.constraint('card_updates_once_a_day').doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Templates that the next update carries. */
export async function waitingTemplates(db: CabinetDb): Promise<string[]> {
  return (
    await tables(db)
      .selectFrom('waiting_updates')
      .select('template_id')
      .where('cabinet_id', '=', db.cabinetId)
      .execute()
  ).map((row) => row.template_id)
}

export async function addWaiting(db: CabinetDb, templateIds: readonly string[], since: Date): Promise<void> {
  await tables(db)
    .insertInto('waiting_updates')
    .values([...templateIds].sort().map((template_id) => ({ cabinet_id: db.cabinetId, template_id, since })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function clearWaiting(db: CabinetDb, templateIds: readonly string[]): Promise<void> {
  if (templateIds.length > 0)
    await tables(db)
      .deleteFrom('waiting_updates')
      .where('cabinet_id', '=', db.cabinetId)
      .where('template_id', 'in', [...templateIds])
      .execute()
}

export function updateById(db: CabinetDb, id: string) {
  return tables(db)
    .selectFrom('card_updates')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function latestUpdate(db: CabinetDb) {
  return tables(db)
    .selectFrom('card_updates')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function moveUpdate(
  db: CabinetDb,
  id: string,
  change: { state: 'in_progress' | 'done'; done: number; after_pass: string | null; ended_at: Date | null },
): Promise<void> {
  await tables(db)
    .updateTable('card_updates')
    .set(change)
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** Is the card signed under this pass type. */
export async function hasPassType(db: CabinetDb, certificateId: string, passType: string): Promise<boolean> {
  const { rows } =
    await sql`select from apple_certificates where cabinet_id = ${db.cabinetId} and id = ${certificateId} and pass_type_identifier = ${passType}`.execute(
      db.tx,
    )
  return rows.length > 0
}
