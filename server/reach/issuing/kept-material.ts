/**
 * What the page of a form shows is kept in the process, and asked for by one short statement whether it is still the
 * same: a form that goes viral costs the database that statement for each visitor (decision 126). What was changed is
 * shown by the next page, in every process.
 */
import { sql } from 'kysely'
import { MINUTE_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { LRU } from '../../base/lru.ts'
import { readLinkCode } from '../../people/forms/forms.ts'
import type { FormMaterial } from './form-pages.ts'

const FORMS = 500
const LINKS = 5_000
/** A certificate may end and a promised day pass without any change of a row. */
const KEPT_MS = MINUTE_MS

type Kept = { stamp: string; at: number; material: FormMaterial }
const kept = new WeakMap<App, LRU<Kept>>()
/** The named links by which visitors came lately; empty where the code names none. */
const links = new WeakMap<App, LRU<string>>()

export type Asked = { domain: string; formKey: string; via: string | undefined }
export type Stamped = { stamp: string; linkId: string | undefined }

const keyOf = ({ domain, formKey }: Asked) => `${domain}|${formKey}`
const codeOf = ({ via }: Asked) => (via === undefined ? '' : (readLinkCode(via) ?? ''))
const linkKeyOf = (asked: Asked) => `${keyOf(asked)}|${codeOf(asked)}`

function cacheOf<T>(caches: WeakMap<App, LRU<T>>, app: App, size: number): LRU<T> {
  const own = caches.get(app) ?? new LRU<T>(size)
  caches.set(app, own)
  return own
}

/** @returns undefined when there is no such form */
export async function stampOf(app: App, asked: Asked): Promise<Stamped | undefined> {
  const { domain, formKey } = asked
  const code = codeOf(asked)
  const { rows } = await sql<{ link_id: string | null; stamp: string }>`
    select * from form_page_stamp(${domain}, ${formKey}, ${code})`.execute(app.database.db)
  const row = rows[0]
  if (row && code !== '') cacheOf(links, app, LINKS).set(linkKeyOf(asked), row.link_id ?? '')
  return row && { stamp: row.stamp, linkId: row.link_id ?? undefined }
}

function freshOf(app: App, asked: Asked): Kept | undefined {
  const found = kept.get(app)?.get(keyOf(asked))
  const ageMs = found ? app.clock.now().getTime() - found.at : 0
  return ageMs >= 0 && ageMs < KEPT_MS ? found : undefined
}

/** @param stamped that was read just now */
export function keptMaterial(app: App, asked: Asked, { stamp }: Stamped): FormMaterial | undefined {
  const found = freshOf(app, asked)
  return found?.stamp === stamp ? found.material : undefined
}

/** What was so when somebody last asked, and probably still is. */
export type Expected = { stamped: Stamped; material: FormMaterial }

/** @returns undefined where nothing is known, or only of long ago */
export function expectedMaterial(app: App, asked: Asked): Expected | undefined {
  const found = freshOf(app, asked)
  const linkId = codeOf(asked) === '' ? '' : links.get(app)?.get(linkKeyOf(asked))
  if (!found || linkId === undefined) return undefined
  return { stamped: { stamp: found.stamp, linkId: linkId || undefined }, material: found.material }
}

/** @param stamp that was read before the material: what was changed in between is read again by the next page */
export function keepMaterial(app: App, asked: Asked, { stamp }: Stamped, material: FormMaterial): void {
  cacheOf(kept, app, FORMS).set(keyOf(asked), { stamp, at: app.clock.now().getTime(), material })
}
