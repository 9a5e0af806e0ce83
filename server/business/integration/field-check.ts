/** Looks whether the mapped fields are still there: one that was removed is reported, and no longer exchanged. */
import type { App } from '../../base/app.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { titleOf } from '../../engines/crm/crm.ts'
import type { Crm } from './held.ts'
import { checkedLinks } from './field-map.ts'
import { setFieldMap } from './fields-sql.ts'
import { notifyFieldsGone } from './notices.ts'
import { listOurFields } from './our-fields.ts'
import * as sql from './sql.ts'

/** @returns the same with the map as it is now @throws what affects more than one client */
export async function checkFields(app: App, crm: Crm): Promise<Crm> {
  if (crm.row.field_map.length === 0 || !crm.verbs.listFields) return crm
  const theirs = await crm.verbs.listFields()
  return openForWork(app, crm.cabinetId, async (db) => {
    const row = await sql.findIntegration(db)
    if (!row || row.id !== crm.row.id) return crm
    const map = checkedLinks(row.field_map, theirs, await listOurFields(db))
    const isOk = (one: string) => row.field_map.some(({ theirs: id, state }) => id === one && state === 'ok')
    const lost = map.filter(({ theirs: id, state }) => state !== 'ok' && isOk(id))
    if (JSON.stringify(map) !== JSON.stringify(row.field_map)) {
      await setFieldMap(db, { id: row.id }, map, app.clock.now())
      if (lost.length > 0)
        await notifyFieldsGone(
          app,
          db,
          titleOf(row.type),
          lost.map(({ name }) => name),
        )
    }
    return { ...crm, row: { ...crm.row, field_map: map } }
  })
}
