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
/** A certificate may end and a promised day pass without any change of a row. */
const KEPT_MS = MINUTE_MS

type Kept = { stamp: string; at: number; material: FormMaterial }
const kept = new WeakMap<App, LRU<Kept>>()

export type Asked = { domain: string; formKey: string; via: string | undefined }
export type Stamped = { stamp: string; linkId: string | undefined }

const keyOf = ({ domain, formKey }: Asked) => `${domain}|${formKey}`

/** @returns undefined when there is no such form */
export async function stampOf(app: App, { domain, formKey, via }: Asked): Promise<Stamped | undefined> {
  const code = via === undefined ? '' : (readLinkCode(via) ?? '')
  const { rows } = await sql<{ link_id: string | null; stamp: string }>`
    select * from form_page_stamp(${domain}, ${formKey}, ${code})`.execute(app.database.db)
  const row = rows[0]
  return row && { stamp: row.stamp, linkId: row.link_id ?? undefined }
}

export function keptMaterial(app: App, asked: Asked, { stamp }: Stamped): FormMaterial | undefined {
  const found = kept.get(app)?.get(keyOf(asked))
  const ageMs = found ? app.clock.now().getTime() - found.at : 0
  return found?.stamp === stamp && ageMs >= 0 && ageMs < KEPT_MS ? found.material : undefined
}

/** @param stamp that was read before the material: what was changed in between is read again by the next page */
export function keepMaterial(app: App, asked: Asked, { stamp }: Stamped, material: FormMaterial): void {
  const own = kept.get(app) ?? new LRU<Kept>(FORMS)
  kept.set(app, own)
  own.set(keyOf(asked), { stamp, at: app.clock.now().getTime(), material })
}
