/** A shop whose MoySklad has more buyers than the shop has clients. */
import { integration } from '../../contract/business/integration.ts'
import { imports } from '../../contract/people/imports.ts'
import type { Moysklad } from '../../server/engines/crm/moysklad/emulator/emulator.ts'
import { query, setPlan } from '../direct-access.ts'
import { openShop, type Shop } from '../people.ts'
import { takeCard } from '../phones.ts'
import type { TestServer } from '../server.ts'
import { until } from '../until.ts'

/** New ones there, beside those whom the preview names one by one. */
export const NEW_BUYERS = 120
const KNOWN = '+420601985001'
const TWICE = '+420601985002'

export async function openBringing(server: TestServer): Promise<Shop> {
  const shop = await openShop(server, 'Vera')
  const { owner, c, formUrl } = shop
  await setPlan(server, c, 'base')
  for (const [name, tel] of [
    ['Adele', KNOWN],
    ['Bruno', TWICE],
  ] as const)
    await takeCard(server, formUrl, { name, tel })
  await query(server, 'update clients set bonus_minor = 9000 where cabinet_id = $1 and tel = $2', [c, KNOWN])
  const { buyers, program } = server.outside.crms.of<Moysklad>('moysklad')
  const put = (id: string, name: string, phone: string, more: object = {}) =>
    buyers.set(id, {
      id,
      name,
      phone,
      companyType: 'individual',
      archived: false,
      bonusPoints: 12,
      bonusProgram: { meta: { href: `x/entity/bonusprogram/${program}` } },
      updated: '2026-11-20 10:00:00.000',
      ...more,
    })
  for (let no = 0; no < NEW_BUYERS; no++)
    put(`B-${no}`, `Buyer${no} Novak`, `+4206019${String(no).padStart(5, '0')}`, { discountCardNumber: `7${no + 100}` })
  put('B-known', 'Adele Foster', KNOWN, { bonusPoints: 150 })
  put('B-twice', 'Bruno Berg', TWICE)
  put('B-again', 'B. Berg', TWICE)
  put('B-company', 'Bakery Ltd', '+420601985003', { companyType: 'legal' })
  put('B-silent', 'Cecil', '')
  const settings = {
    server: `${server.url}/outside/crm/moysklad`,
    login: 'admin@emulated',
    password: 'emulated-password',
    bonusProgram: program,
  }
  const flags = { read: true, write: true, rewrite: false }
  await owner.send(integration.saveIntegration, {
    params: { c },
    body: { type: 'moysklad', settings, flags, version: 0 },
  })
  await owner.send(integration.activateIntegration, { params: { c } })
  const meeting = () => owner.send(integration.readMeeting, { params: { c }, query: {} })
  await until(async () => (await meeting())?.state === 'done', 'everybody is looked up')
  return shop
}

/** Reads everybody and, for the preview, compares them. @returns the import */
async function bring({ owner, c, template }: Shop, isChecked: boolean): Promise<string> {
  const { id } = await owner.send(imports.bringFromCrm, { params: { c } })
  const at = { params: { c, id } }
  const read = () => owner.send(imports.readImport, at)
  await until(async () => (await read()).state === 'ready', 'everybody is read')
  if (!isChecked) return id
  await owner.send(imports.checkImport, { ...at, body: { ...(await read()).choices, template } })
  await until(async () => (await read()).state === 'checked', 'everybody is compared')
  return id
}

export type BringingScreens = { shop: Shop; ready: string; checked: string; stopped: string }

export async function addBringing(server: TestServer): Promise<BringingScreens> {
  const shop = await openBringing(server)
  const [ready, checked, stopped] = [await bring(shop, false), await bring(shop, true), await bring(shop, false)]
  await query(server, `update client_imports set state = 'unread', stopped_by = 'away' where id = $1`, [stopped])
  return { shop, ready, checked, stopped }
}
