/** Tags of the lines of an import: an import adds tags and takes none off. */
import type { CabinetDb } from '../../base/db.ts'
import { addTags, dropTags, tagsNamedWithin } from '../clients/clients.ts'

const folded = (name: string) => name.toLowerCase()

/** Ids of tags by name; a name is not there when the business cannot have another tag. */
export type TagIds = { idsOf: (names: readonly string[] | undefined) => string[]; lacks: (names?: string[]) => boolean }

/** Names that are not there yet become tags. */
export async function tagsOfLines(
  db: CabinetDb,
  lines: readonly { facts: { tags?: string[] } }[],
  now: Date,
): Promise<TagIds> {
  const names = new Map(lines.flatMap(({ facts }) => facts.tags ?? []).map((name) => [folded(name), name]))
  const found = names.size === 0 ? [] : await tagsNamedWithin(db, [...names.values()], now)
  const ids = new Map(found.map((tag) => [folded(tag.name), tag.id]))
  return {
    idsOf: (all = []) => all.flatMap((name) => ids.get(folded(name)) ?? []),
    lacks: (all = []) => all.some((name) => !ids.has(folded(name))),
  }
}

type Tagged = { id: string; tagIds: readonly string[] }

/** Most lines of a file have the same few tags, so a few statements do. */
const bySet = (clients: readonly Tagged[]) =>
  [...Map.groupBy(clients, ({ tagIds }) => tagIds.toSorted().join()).values()].map((same) => ({
    ids: same.map(({ id }) => id),
    tagIds: same[0]?.tagIds ?? [],
  }))

/** @returns the tags that each client has got */
export async function tagClients(db: CabinetDb, clients: readonly Tagged[]): Promise<ReadonlyMap<string, string[]>> {
  const got = new Map<string, string[]>()
  for (const { ids, tagIds } of bySet(clients.filter(({ tagIds: some }) => some.length > 0)))
    for (const { clientId, tagId } of await addTags(db, ids, tagIds))
      got.set(clientId, [...(got.get(clientId) ?? []), tagId])
  return got
}

export async function untagClients(db: CabinetDb, clients: readonly Tagged[]): Promise<void> {
  for (const { ids, tagIds } of bySet(clients.filter(({ tagIds: some }) => some.length > 0)))
    await dropTags(db, ids, tagIds)
}
