/** SQL of tags, and of who has which. One that is being taken off is nowhere among them. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { tables } from './sql.ts'

export type TagRow = { id: string; name: string }

const inOrder = sql`name collate "und-x-icu"`
const folded = (name: string) => sql`lower(${name}::text collate "und-x-icu")`
const key = sql`lower(name collate "und-x-icu")`

export async function listTags(db: CabinetDb): Promise<(TagRow & { clients: number })[]> {
  const { rows } = await sql<TagRow & { clients: number }>`
    select tags.id, tags.name, coalesce(used.clients, 0)::int as clients from tags
    left join (select tag_id, sum(clients) as clients from tag_counts
      where cabinet_id = ${db.cabinetId} group by tag_id) used on used.tag_id = tags.id
    where tags.cabinet_id = ${db.cabinetId} and tags.removed_at is null order by ${inOrder}`.execute(db.tx)
  return rows
}

/** Who has a tag, until the end of the transaction nobody else gets or loses it by its removal. */
export async function lockTag(db: CabinetDb, id: string): Promise<TagRow | undefined> {
  return tables(db)
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Tags by name, capital letters aside; held until the end of the transaction. */
export async function tagsByNames(db: CabinetDb, names: readonly string[]): Promise<TagRow[]> {
  if (names.length === 0) return []
  const { rows } = await sql<TagRow>`select id, name from tags
    where cabinet_id = ${db.cabinetId} and removed_at is null and ${key} in (${sql.join(names.map(folded))})
    order by id for key share`.execute(db.tx)
  return rows
}

export async function existingTags(db: CabinetDb, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from tags
    where cabinet_id = ${db.cabinetId} and removed_at is null and id = any(${[...ids]}::uuid[])
    for key share`.execute(db.tx)
  return rows.map((row) => row.id)
}

export async function countTags(db: CabinetDb): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tags where cabinet_id = ${db.cabinetId} and removed_at is null`.execute(db.tx)
  return rows[0]?.count ?? 0
}

/** Lets one transaction of a business at a time create tags. */
export async function lockTags(db: CabinetDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${db.cabinetId}|tags`}, 0))`.execute(db.tx)
}

/** Names that are taken meanwhile are left out. */
export async function insertTags(db: CabinetDb, names: readonly string[], now: Date): Promise<TagRow[]> {
  if (names.length === 0) return []
  return tables(db)
    .insertInto('tags')
    .values(names.map((name) => ({ cabinet_id: db.cabinetId, id: crypto.randomUUID(), name, created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'name'])
    .execute()
}

export async function setTagName(db: CabinetDb, id: string, name: string): Promise<void> {
  await tables(db)
    .updateTable('tags')
    .set({ name })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

export async function deleteTag(db: CabinetDb, id: string): Promise<void> {
  await tables(db).deleteFrom('tags').where('cabinet_id', '=', db.cabinetId).where('id', '=', id).execute()
}

/** Names of tags by client, in order; clients without any are left out. */
export async function namesOfClients(db: CabinetDb, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ client_id: string; names: string[] }>`
    select one.client_id, array_agg(tags.name order by tags.name collate "und-x-icu") as names
    from client_tags one join tags on tags.cabinet_id = one.cabinet_id and tags.id = one.tag_id
    where one.cabinet_id = ${db.cabinetId} and one.client_id = any(${[...ids]}::uuid[]) and tags.removed_at is null
    group by one.client_id`.execute(db.tx)
  return new Map(rows.map((row) => [row.client_id, row.names]))
}

/** Of the client of a row, in order. */
export const namesOfTags = (db: CabinetDb) => sql<string[]>`array(
  select tags.name from client_tags one join tags on tags.cabinet_id = one.cabinet_id and tags.id = one.tag_id
  where one.cabinet_id = ${db.cabinetId} and one.client_id = clients.id and tags.removed_at is null
  order by tags.name collate "und-x-icu")`

/** Gives clients tags. @returns each pair that is new */
export async function addTags(
  db: CabinetDb,
  clientIds: readonly string[],
  tagIds: readonly string[],
): Promise<{ clientId: string; tagId: string }[]> {
  const { rows } = await sql<{ clientId: string; tagId: string }>`
    insert into client_tags (cabinet_id, tag_id, client_id)
    select ${db.cabinetId}, tag_id, client_id
    from unnest(${[...tagIds]}::uuid[]) tag_id, unnest(${[...clientIds]}::uuid[]) client_id
    order by client_id, tag_id
    on conflict do nothing returning client_id as "clientId", tag_id as "tagId"`.execute(db.tx)
  return rows
}

/**
 * Takes tags off clients. One that was removed is left to the job, which locks the clients first.
 * @returns each pair that is gone
 */
export async function dropTags(
  db: CabinetDb,
  clientIds: readonly string[],
  tagIds: readonly string[],
): Promise<{ clientId: string; tagId: string }[]> {
  const { rows } = await sql<{ clientId: string; tagId: string }>`
    delete from client_tags where cabinet_id = ${db.cabinetId} and client_id = any(${[...clientIds]}::uuid[])
      and tag_id = any(array(select id from tags
        where cabinet_id = ${db.cabinetId} and removed_at is null and id = any(${[...tagIds]}::uuid[])))
    returning client_id as "clientId", tag_id as "tagId"`.execute(db.tx)
  return rows
}

/** Leaves a client only these. */
export async function keepOnlyTags(db: CabinetDb, clientId: string, tagIds: readonly string[]): Promise<void> {
  await sql`delete from client_tags where cabinet_id = ${db.cabinetId} and client_id = ${clientId}
    and tag_id <> all(${[...tagIds]}::uuid[])`.execute(db.tx)
}

/** Held until the end of the transaction. */
export async function tagsOfClient(db: CabinetDb, clientId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from tags
    where cabinet_id = ${db.cabinetId} and removed_at is null and id = any(array(select tag_id from client_tags
      where cabinet_id = ${db.cabinetId} and client_id = ${clientId}))
    for key share`.execute(db.tx)
  return rows.map((row) => row.id)
}
