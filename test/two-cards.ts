/** A second card design with its own form, and clients who have taken both cards. */
import { forms } from '../contract/people/forms.ts'
import { templates } from '../contract/cards/templates.ts'
import { query } from './direct-access.ts'
import type { Holder } from './holders.ts'
import { plainDesign, type Shop } from './people.ts'
import { type Browser, takeCard } from './phones.ts'
import type { TestServer } from './server.ts'

export type SecondDesign = { template: string; formUrl: string }
let next = 0

export async function addSecondDesign(shop: Shop): Promise<SecondDesign> {
  const params = { c: shop.c }
  const body = { name: 'Gold card', type: 'bonus' as const, birthdayEnabled: false, variables: {} }
  const design = plainDesign({ cardName: 'Gold card' })
  const { id } = await shop.owner.send(templates.createTemplate, { params, body: { ...body, design } })
  const form = { name: 'Gold', template: id, lang: 'en' as const }
  return { template: id, formUrl: (await shop.owner.send(forms.createForm, { params, body: form })).url }
}

/** Fills in both forms with one browser. */
export async function takeBoth(
  server: TestServer,
  shop: Shop,
  second: SecondDesign,
  name: string,
): Promise<{ id: string; main: Holder; further: Holder }> {
  const browser: Browser = { cookie: '' }
  const values = { name, tel: `+420601820${String(next++).padStart(3, '0')}` }
  const main = await takeCard(server, shop.formUrl, values, browser)
  const further = await takeCard(server, second.formUrl, values, browser)
  const [row] = await query<{ id: string }>(server, 'select id from clients where tel = $1', [values.tel])
  return { id: row?.id ?? '', main, further }
}

/** A client of a business, such as one of the demo, who has two cards. */
export async function clientWithTwoCards(server: TestServer, c: number): Promise<string> {
  const [row] = await query<{ id: string }>(
    server,
    'select client_id as id from passes where cabinet_id = $1 and not is_main order by created_at, id limit 1',
    [c],
  )
  return row?.id ?? ''
}
