/** What stories of purchases share. */
import { purchases } from '../contract/reach/purchases.ts'
import type { Shop } from './people.ts'

/** Turns points for purchases on, five percent, or off. */
export async function setProgramme(shop: Shop, change: { isOn?: boolean; rate?: number } = {}) {
  const params = { c: shop.c }
  const { isOn: _, rate: _r, version } = await shop.owner.send(purchases.readProgramme, { params })
  return shop.owner.send(purchases.saveProgramme, { params, body: { isOn: true, rate: 500, ...change, version } })
}
