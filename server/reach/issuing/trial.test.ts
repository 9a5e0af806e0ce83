import { expect, it } from 'vitest'
import { templates } from '../../../contract/cards/templates.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { server, setUpForms, shop } from '../../../test/filled-forms.ts'
import { AndroidPhone, Iphone } from '../../../test/phones.ts'

setUpForms()

const ask = (uuid = shop.template) => shop.owner.ask(templates.tryTemplate, { params: { c: shop.c, uuid } })
const address = async () =>
  (await shop.owner.send(templates.tryTemplate, { params: { c: shop.c, uuid: shop.template } })).url
const counted = () =>
  query(
    server,
    `select (select count(*) from passes) as cards, (select count(*) from clients) as people,
      (select count(*) from growth_days) as days, (select count(*) from registrations) as phones`,
  )

it('opens a page with a sample card, for a phone that is not logged in', async () => {
  const page = await fetch(await address())
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('made-up data')])
})

it('puts the sample into both wallets, and nothing is counted', async () => {
  const url = await address()
  const before = await counted()
  const { json } = await new Iphone(server).install(`${url}/card.pkpass`)
  expect(json.description).toBe('Coffee card')
  expect(Math.abs(Date.parse(json.expirationDate ?? '') - server.now().getTime() - DAY_MS)).toBeLessThan(60_000)
  expect(json.webServiceURL).toBeUndefined()
  const phone = new AndroidPhone(server)
  await phone.save(`${url}/google`)
  await phone.openSaveLink(`${url}/google`)
  expect(await phone.cards()).toMatchObject([{ object: { state: 'ACTIVE', validTimeInterval: {} } }])
  await server.drainJobs()
  expect(await counted()).toEqual(before)
})

it('comes by email to nobody but the user, who has confirmed the address, and not without end', async () => {
  const mail = () => shop.owner.ask(templates.emailSample, { params: { c: shop.c, uuid: shop.template } })
  const { mailbox } = server.outside.smtp
  const inbox = () => mailbox.list(shop.owner.email)
  const before = inbox().length
  expect((await mail()).body.data).toEqual({ email: shop.owner.email })
  await server.drainJobs()
  const letters = inbox()
  expect(letters.length).toBe(before + 1)
  const link = /https?:\S+\/try\/\S+/.exec(letters.map(({ id }) => mailbox.get(id)?.text).join('\n'))?.[0] ?? ''
  expect((await fetch(link)).status).toBe(200)
  const statuses = [await mail(), ...(await Promise.all(Array.from({ length: 10 }, mail)))].map(({ status }) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([...Array<number>(9).fill(200), 429, 429])
  await query(server, 'update users set email_verified_at = null where email = $1', [shop.owner.email])
  expect((await mail()).body.error?.code).toBe('email_not_confirmed')
  await query(server, 'update users set email_verified_at = now() where email = $1', [shop.owner.email])
})

it('is closed after an hour, and to an address that is not ours', async () => {
  const url = await address()
  for (const other of [url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A'), url.replace(/try\/./, 'try/x')])
    for (const path of ['', '/card.pkpass', '/google'])
      expect((await fetch(other + path, { redirect: 'manual' })).status).toBe(404)
  server.passTime(HOUR_MS)
  for (const path of ['', '/card.pkpass', '/google'])
    expect((await fetch(url + path, { redirect: 'manual' })).status).toBe(404)
})

it('is refused for a design that is not there, and without a certificate', async () => {
  expect((await ask(crypto.randomUUID())).body.error?.code).toBe('template_not_found')
  await query(server, `update apple_certificates set expires_at = now() - interval '1 day' where cabinet_id = $1`, [
    shop.c,
  ])
  expect((await ask()).body.error?.code).toBe('cards_not_active')
})
