/**
 * Customers of a shop with a phone each: they fill the form, put the card into their wallet and let the server know.
 */
import { pushes } from '../contract/reach/pushes.ts'
import { query } from './direct-access.ts'
import { until } from './until.ts'
import type { Shop } from './people.ts'
import { AndroidPhone, Iphone, takeCard } from './phones.ts'
import type { TestServer } from './server.ts'

export type Holder = { cardFileUrl: string; googleUrl: string }
let next = 0

export function newHolder(server: TestServer, shop: Shop, name: string): Promise<Holder> {
  return takeCard(server, shop.formUrl, { name, surname: 'H', tel: `+420601${String(900_000 + next++)}` })
}

/** @param of the customer whose card it is; left out: a new one */
export async function newIphone(server: TestServer, shop: Shop, name: string, of?: Holder): Promise<Iphone> {
  const phone = new Iphone(server)
  await phone.install((of ?? (await newHolder(server, shop, name))).cardFileUrl)
  await phone.register()
  await phone.update()
  return phone
}

/** @param of the customer whose card it is; left out: a new one */
export async function newAndroid(server: TestServer, shop: Shop, name: string, of?: Holder): Promise<AndroidPhone> {
  const phone = new AndroidPhone(server)
  const objectId = await phone.save((of ?? (await newHolder(server, shop, name))).googleUrl)
  await until(
    async () =>
      (
        await query(server, 'select 1 from passes where google_object_id = $1 and google_saved_at is not null', [
          objectId,
        ])
      ).length > 0,
    'Google reports the card',
  )
  return phone
}

/** Messages that a card at Google carries, each with its type. */
export async function inbox(phone: AndroidPhone): Promise<[string, string][]> {
  return ((await phone.cards())[0]?.messages ?? []).map((message) => [message.messageType, message.body])
}

export async function makePush(shop: Shop, message = 'Hello {cardholder}'): Promise<string> {
  return (
    await shop.owner.send(pushes.createPush, {
      params: { c: shop.c, pushType: 'text' },
      body: { name: 'Friday', message, templates: [shop.template] },
    })
  ).id
}

/** The latest run of a push, in a shop whose tariff shows it; its outcomes add up to its cards, or the test fails. */
export async function latestRun(shop: Shop, pushUuid: string) {
  const {
    runs: [run],
  } = await shop.owner.send(pushes.statistics, { params: { c: shop.c, pushUuid } })
  if (!run || run.sent + run.failed + run.unknown + run.waiting !== run.cards)
    throw new Error(`the counts of the run are not exact: ${JSON.stringify(run)}`)
  return run
}
