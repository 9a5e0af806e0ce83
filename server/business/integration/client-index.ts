/** The index of a system that cannot be searched by phone, for its connector. */
import type { App } from '../../base/app.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import type { ClientIndex } from '../../engines/crm/client-index.ts'
import * as sql from './index-sql.ts'

/** More people with one phone than that are no longer tried. */
const FOUND_MAX = 20
const PHONE_DIGITS = 10

const partsOf = ({ tel, cardNumber, email }: { tel: string; cardNumber: string; email: string }) => ({
  phone: tel.replace(/\D/g, '').slice(-PHONE_DIGITS),
  card: cardNumber.replace(/^0+(?=.)/, ''),
  email: email.trim().toLowerCase(),
})

export const openClientIndex = (app: App, cabinetId: number): ClientIndex => ({
  place: () => openForWork(app, cabinetId, sql.indexPlace),
  keep: (found, place) =>
    openForWork(app, cabinetId, (db) => {
      const rows = found.map((one) => ({ crm_id: one.crmId, ...partsOf({ ...one, email: one.person.email ?? '' }) }))
      // One statement takes each row once.
      return sql.keepInIndex(db, [...new Map(rows.map((row) => [row.crm_id, row])).values()], place)
    }),
  find: (known) => openForWork(app, cabinetId, (db) => sql.findInIndex(db, partsOf(known), FOUND_MAX)),
})
