/** The index of a system that cannot be searched by phone, for its connector. */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import type { ClientIndex } from '../../engines/crm/client-index.ts'
import * as sql from './index-sql.ts'
import { holdPlace, leadsTo, type Place } from './links-sql.ts'

/** More people with one phone than that are no longer tried. */
const FOUND_MAX = 20
const PHONE_DIGITS = 10

const partsOf = ({ tel, cardNumber, email }: { tel: string; cardNumber: string; email: string }) => ({
  phone: tel.replace(/\D/g, '').slice(-PHONE_DIGITS),
  card: cardNumber.replace(/^0+(?=.)/, ''),
  email: email.trim().toLowerCase(),
})

/**
 * @param connection what it is the index of; work that goes on after it was ended, or leads elsewhere, keeps and finds
 * nothing. Left out: settings that are only tried
 */
export function openClientIndex(app: App, cabinetId: number, connection: Place | undefined): ClientIndex {
  // How far such work is, kept with the work alone, so that it comes to its end.
  let passing: string | undefined = connection ? undefined : ''
  const inside = <T>(isStill: typeof leadsTo, work: (db: CabinetDb) => Promise<T>): Promise<T | undefined> =>
    openForWork(app, cabinetId, async (db) =>
      passing === undefined && connection && (await isStill(db, connection)) ? work(db) : undefined,
    )
  return {
    place: async () => (await inside(leadsTo, sql.indexPlace)) ?? passing ?? '',
    async keep(found, place) {
      const rows = found.map((one) => ({ crm_id: one.crmId, ...partsOf({ ...one, email: one.person.email ?? '' }) }))
      const isKept = await inside(holdPlace, async (db) => {
        // One statement takes each row once.
        await sql.keepInIndex(db, [...new Map(rows.map((row) => [row.crm_id, row])).values()], place)
        return true
      })
      if (!isKept) passing = place
    },
    find: async (known) => (await inside(leadsTo, (db) => sql.findInIndex(db, partsOf(known), FOUND_MAX))) ?? [],
  }
}
