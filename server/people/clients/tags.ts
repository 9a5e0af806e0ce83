/** Tags: words by which a business sorts its clients. A card never shows one, so no card follows. */
import { TAGS_MAX } from '../../../contract/limits.ts'
import { type Tag, tags as contract } from '../../../contract/people/tags.ts'
import type { App } from '../../base/app.ts'
import { type CabinetDb, constraintOf } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { removeOrClear } from './clear-tag.ts'
import { lockPresent } from './erase-sql.ts'
import * as sql from './tags-sql.ts'

const refuse = refusals(contract)

export const listTags = async (db: CabinetDb): Promise<{ tags: Tag[] }> => ({ tags: await sql.listTags(db) })

/** One at a time for a business, so that two together stay below the limit. @throws Refusal tag_limit */
async function makeTags(db: CabinetDb, names: readonly string[], now: Date): Promise<sql.TagRow[]> {
  await sql.lockTags(db)
  const made = await sql.insertTags(db, names, now)
  if (made.length > 0 && (await sql.countTags(db)) > TAGS_MAX) throw refuse('tag_limit', { limit: TAGS_MAX })
  return made
}

/** The tags with these names, and as many new ones as the business may still have. */
export async function tagsNamedWithin(db: CabinetDb, names: readonly string[], now: Date): Promise<sql.TagRow[]> {
  const known = await sql.tagsByNames(db, names)
  if (known.length === names.length) return known
  await sql.lockTags(db)
  const folded = (name: string) => name.toLowerCase()
  const has = new Set((await sql.tagsByNames(db, names)).map((tag) => folded(tag.name)))
  const fresh = names.filter((name) => !has.has(folded(name)))
  await sql.insertTags(db, fresh.slice(0, Math.max(0, TAGS_MAX - (await sql.countTags(db)))), now)
  return sql.tagsByNames(db, names)
}

/** @throws Refusal tag_taken, tag_limit */
export async function createTag(db: CabinetDb, name: string, now: Date): Promise<Tag> {
  const [made] = await makeTags(db, [name], now)
  if (!made) throw refuse('tag_taken', {}, { name: { code: 'tag_taken' } })
  return { ...made, clients: 0 }
}

/** @throws Refusal tag_not_found, tag_taken */
export async function renameTag(db: CabinetDb, id: string, name: string): Promise<Tag> {
  if (!(await sql.lockTag(db, id))) throw refuse('tag_not_found')
  try {
    await sql.setTagName(db, id, name)
  } catch (error) {
    if (constraintOf(error) === 'tags_name') throw refuse('tag_taken', {}, { name: { code: 'tag_taken' } })
    throw error
  }
  const tag = (await sql.listTags(db)).find((one) => one.id === id)
  return tag ?? { id, name, clients: 0 }
}

/**
 * Takes a tag off every client, too.
 * @param usesOf names what asks for the tag; called while no new use can begin
 * @throws Refusal tag_not_found, tag_in_use
 */
export async function removeTag(
  app: App,
  db: CabinetDb,
  id: string,
  usesOf: () => Promise<readonly string[]>,
): Promise<void> {
  const tag = await sql.lockTag(db, id)
  if (!tag) throw refuse('tag_not_found')
  const uses = await usesOf()
  if (uses.length > 0) throw refuse('tag_in_use', { name: tag.name, where: uses.join(', ') })
  await removeOrClear(app, db, id)
}

/** The tags with these names; those that are not there yet are created. @throws Refusal tag_limit */
export async function tagsNamed(db: CabinetDb, names: readonly string[], now: Date): Promise<sql.TagRow[]> {
  const known = await sql.tagsByNames(db, names)
  if (known.length === names.length) return known
  await makeTags(db, names, now)
  return sql.tagsByNames(db, names)
}

/** @throws Refusal client_not_found, tag_limit */
export async function setClientTags(
  db: CabinetDb,
  clientId: string,
  names: readonly string[],
  now: Date,
): Promise<{ tags: string[] }> {
  if (!(await lockPresent(db, clientId))) throw refuse('client_not_found')
  const ids = (await tagsNamed(db, names, now)).map((tag) => tag.id)
  await sql.keepOnlyTags(db, clientId, ids)
  await sql.addTags(db, [clientId], ids)
  return { tags: (await sql.namesOfClients(db, [clientId])).get(clientId) ?? [] }
}

/** What a client who stays gets of one who is merged into them. @returns the ids that are new */
export async function takeOverTags(db: CabinetDb, keptId: string, goneId: string): Promise<string[]> {
  const there = await sql.tagsOfClient(db, goneId)
  return there.length === 0 ? [] : (await sql.addTags(db, [keptId], there)).map(({ tagId }) => tagId)
}

/** Names of the tags of clients, by client. */
export const tagsOfClients = (db: CabinetDb, ids: readonly string[]) => sql.namesOfClients(db, ids)
/** Those of these ids that are tags. */
export const existingTags = (db: CabinetDb, ids: readonly string[]) => sql.existingTags(db, ids)
/** @returns each pair of a client and a tag that is new */
export const addTags = (db: CabinetDb, clientIds: readonly string[], tagIds: readonly string[]) =>
  sql.addTags(db, clientIds, tagIds)
/** @returns each pair of a client and a tag that is gone */
export const dropTags = (db: CabinetDb, clientIds: readonly string[], tagIds: readonly string[]) =>
  sql.dropTags(db, clientIds, tagIds)
