/**
 * Reads customers part by part: all of them once, and then those that were changed. A place is where the next part
 * begins, so a killed process goes on there.
 */
import { z } from 'zod'
import { readJson } from '../../../base/json.ts'
import type { Customer, LoyverseClient } from './client.ts'

/** Changes of the last minutes may still arrive, and clocks differ. */
const OVERLAP_MS = 5 * 60_000

/**
 * `since`: only those changed then or later · `cursor`: of the next page · `newest`: the latest change seen ·
 * `startedAt`: of this walk, by our clock.
 */
const Place = z.object({ since: z.string(), cursor: z.string(), newest: z.string(), startedAt: z.string() })
type Place = z.infer<typeof Place>
const START: Place = { since: '', cursor: '', newest: '', startedAt: '' }

export type Part = { customers: Customer[]; next: string; isEnd: boolean }

/** @param place '' at first; one that cannot be read begins anew */
export async function readPart(client: LoyverseClient, place: string, now = new Date()): Promise<Part> {
  const read = place === '' ? undefined : readJson(place, Place)
  const at = read?.isRead ? read.value : START
  const { customers, cursor } = await client.readPage({
    ...(at.since && { updated_at_min: at.since }),
    ...(at.cursor && { cursor: at.cursor }),
  })
  const newest = [at.newest, ...customers.map((one) => one.updated_at ?? '')].reduce((a, b) => (a > b ? a : b))
  const startedAt = at.startedAt || now.toISOString()
  const next: Place = cursor
    ? { ...at, cursor, newest, startedAt }
    : { since: sinceOf(newest, startedAt) || at.since, cursor: '', newest, startedAt: '' }
  return { customers, next: JSON.stringify(next), isEnd: !cursor }
}

/** One who was read early in the walk may have changed during it, so the next one begins where this one did. */
function sinceOf(newest: string, startedAt: string): string {
  const ms = Math.min(Date.parse(newest), Date.parse(startedAt))
  return Number.isNaN(ms) ? '' : new Date(ms - OVERLAP_MS).toISOString()
}
