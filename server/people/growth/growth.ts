/**
 * Growth: how many people opened a form, filled it in, got a card, put it on a phone and removed it, by day. Visits are
 * counted here; sendings and cards are counted by triggers where their rows change (decision 041).
 */
import type { RawBuilder } from 'kysely'
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { Counts } from './figures.ts'
import { DIRECT, LINK, sourceOf, type Utm } from './source.ts'
import * as sql from './sql.ts'

/** Sources of a cabinet. A stranger can name any in a link, so the rest count as one. */
const SOURCES = { max: 500, maxPerDay: 50 }
export const OTHER_SOURCES = '…'

/** What brought somebody to a form: a named link of ours, which counts first, or what the address carries. */
export type Origin = { utm: Utm | null; linkId?: string | undefined }

/** What an address names, before anything is known of the names that the business has. */
export const sourceNameOf = ({ utm, linkId }: Origin): string =>
  linkId !== undefined ? sourceOfLink(linkId) : sourceOf(utm)

/** The name under which what comes from a link is counted; empty: the link names no source. */
export function keepSource(db: CabinetDb, origin: Origin, now: Date): Promise<string> {
  return keepName(db, sourceNameOf(origin), now)
}

/** The same of a client whom the transaction makes by a form: a name that is new is kept at its commit (0630). */
export async function sourceOfNew(db: CabinetDb, origin: Origin, now: Date): Promise<string> {
  const name = sourceNameOf(origin)
  if (isOurs(name)) return name
  return (await sql.hasRoomFor(db, name, moscowDay(now), SOURCES)) ? name : OTHER_SOURCES
}

/** What no stranger has named. */
const isOurs = (name: string) => name === '' || name === OTHER_SOURCES || linkOfSource(name) !== undefined

async function keepName(db: CabinetDb, name: string, now: Date): Promise<string> {
  if (isOurs(name)) return name
  if (await sql.isKnownSource(db, name)) return name
  return (await sql.insertSource(db, name, moscowDay(now), SOURCES)) ? name : OTHER_SOURCES
}

/** Counts visits of forms. @param visits their sources as `sourceNameOf` names them */
export async function countVisits(db: CabinetDb, visits: readonly sql.DayOfForm[], now: Date): Promise<void> {
  const kept: sql.DayOfForm[] = []
  for (const one of visits) kept.push({ ...one, source: await keepName(db, one.source, now) })
  await sql.addToDays(db, 'opened', kept)
}

/** Cards of an import that was undone were never issued: of those that are deleted otherwise the figures stay. */
export async function takeBackIssued(db: CabinetDb, cards: readonly sql.IssuedCard[]): Promise<void> {
  if (cards.length > 0) await sql.subtractIssued(db, cards)
}

/** What happened in each period, and by form, design and source. */
export function readSums(db: CabinetDb, of: sql.Narrowed, step: 'day' | 'week' | 'month'): Promise<sql.Sum[]> {
  return sql.sums(db, of, step)
}

/** What happened on each day, whatever form, design and source it was. */
export function readDays(db: CabinetDb, span: { from: string; to: string }): Promise<sql.DayCount[]> {
  return sql.days(db, span)
}

/** Clients whose card came onto a phone, or left one, for `in (…)`. @param days in Moscow, both included */
export function movedBetween(
  db: CabinetDb,
  way: 'installed' | 'removed',
  days: { from?: string | undefined; to?: string | undefined },
): RawBuilder<{ client_id: string }> {
  return sql.movedBetween(db, way, days)
}

/** What came by each of these links since it was created. */
export async function countsOfLinks(db: CabinetDb, linkIds: readonly string[]): Promise<ReadonlyMap<string, Counts>> {
  const counts = new Map<string, Counts>(linkIds.map((id) => [id, {}]))
  if (linkIds.length === 0) return counts
  for (const { source, event, count } of await sql.sumsOfSources(db, linkIds.map(sourceOfLink))) {
    const one = counts.get(linkOfSource(source) ?? '')
    if (one) one[event] = count
  }
  return counts
}

/** The first day on which a visit was counted; null: none was. */
export function firstVisit(db: CabinetDb): Promise<string | null> {
  return sql.firstVisit(db)
}

/** Sources that links have named. */
export function sourceNames(db: CabinetDb): Promise<string[]> {
  return sql.sourceNames(db)
}

/** How a source is answered: a link without one is `direct`. */
export const shownSource = (stored: string): string => (stored === '' ? DIRECT : stored)
/** A link is a source by its id: its name may change. No address can name one (`sourceOf`). */
export const sourceOfLink = (linkId: string): string => LINK + linkId
/** Id of the link that a stored source is; undefined: it is none. */
export const linkOfSource = (stored: string): string | undefined =>
  stored.startsWith(LINK) ? stored.slice(LINK.length) : undefined
export const storedSource = (shown: string): string => (shown === DIRECT ? '' : shown)

export { type Counts, figuresOf } from './figures.ts'
export { readUtm, type Utm, UTM_MAX, UTM_NAMES } from './source.ts'
export type { GrowthEvent, Sum } from './sql.ts'
