/** The clock of the machine goes a day ahead and is set back: nothing is locked for a day, lost or sent twice. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { finance } from '../contract/business/finance.ts'
import { codes } from '../contract/platform/codes.ts'
import { users } from '../contract/platform/users.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { DAY_MS } from '../contract/time.ts'
import { chargeTariffs } from '../server/business/finance/jobs.ts'
import { makeJobsDue, query, retryNow, setPlan } from './direct-access.ts'
import { inbox, latestRun, makePush, newAndroid, newIphone } from './holders.ts'
import { openShop, PASSWORD, request, type Shop, signIn } from './people.ts'
import { fillForm, type Iphone } from './phones.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  server.outside.applePush.setTroubles({})
  server.outside.googleWallet.setTroubles({ status500Rate: 0 })
  server.passTime(60_000)
  shop = await openShop(server, `Jump${next++}`)
  await setPlan(server, shop.c, 'base')
})

const aDayAhead = () => server.passTime(DAY_MS)
const setBack = () => server.passTime(-DAY_MS)
const callsOf = (phone: Iphone) =>
  server.outside.applePush.requests.filter((one) => one.token === phone.pushToken).length
const askedOf = (phone: Iphone) =>
  server.outside.applePush.requests.filter((one) => one.token === phone.pushToken && one.status === 200).length

async function send(message: string): Promise<string> {
  const pushUuid = await makePush(shop, message)
  await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid } })
  await server.drainJobs()
  return pushUuid
}

it('sessions go on, and one that was opened in the future works', async () => {
  const { email, token } = await signIn(server, 'Traveller')
  const logIn = async () => {
    const { body } = await request(server, users.login, { body: { email, password: PASSWORD } })
    return (body.data as { token: string }).token
  }
  const status = async (of: string) => (await request(server, users.me, {}, of)).status
  aDayAhead()
  const later = await logIn()
  expect([await status(token), await status(later)]).toEqual([200, 200])
  setBack()
  expect([await status(token), await status(later), await status(await logIn())]).toEqual([200, 200, 200])
})

it('who was locked out in the future is not locked out for a day', async () => {
  const { email } = await signIn(server, 'Guesser')
  const logIn = async (password: string) => (await request(server, users.login, { body: { email, password } })).status
  aDayAhead()
  for (let i = 0; i < 10; i++) expect(await logIn(`Wrong-horse-${i}`)).toBe(422)
  expect(await logIn(PASSWORD)).toBe(429)
  setBack()
  expect(await logIn(PASSWORD)).toBe(200)
})

it('a code that was sent in the future keeps nobody from a new one, and only the new one counts', async () => {
  const phone = '+420602700800'
  const ask = () =>
    shop.owner.ask(codes.sendCode, {
      body: { codeType: 'cabinet_phone', phone, cabinetId: shop.c, password: PASSWORD },
    })
  const code = () => /\d{4}/.exec(server.outside.smsGateway.list(phone)[0]?.text ?? '')?.[0] ?? ''
  const save = async (of: string) =>
    (await shop.owner.ask(codes.savePhone, { params: { c: shop.c }, body: { phone, code: of } })).status
  aDayAhead()
  expect((await ask()).status).toBe(200)
  setBack()
  expect((await ask()).status).toBe(200)
  expect((await ask()).body.error?.code).toBe('code_too_soon')
  expect(await save(code())).toBe(200)
  expect(await save(code())).toBe(410)
})

it('a form that was opened in the future is opened again like one that is too old', async () => {
  const person = { name: 'Pat', tel: '+420602700801' }
  aDayAhead()
  const html = await (await fetch(shop.formUrl)).text()
  setBack()
  expect((await fillForm(server, shop.formUrl, person, html)).status).toBe(400)
  expect((await fillForm(server, shop.formUrl, person)).status).toBe(303)
})

it('a wallet that was away in the future is asked again at once, and nobody twice', async () => {
  const [iphone, android] = [await newIphone(server, shop, 'Away'), await newAndroid(server, shop, 'Awry')]
  const before = askedOf(iphone)
  aDayAhead()
  server.outside.applePush.setTroubles({ status429Rate: 1, retryAfterS: 3_000 })
  server.outside.googleWallet.setTroubles({ status500Rate: 1 })
  const id = await send('Ahead')
  server.outside.applePush.setTroubles({})
  server.outside.googleWallet.setTroubles({ status500Rate: 0 })
  setBack()
  for (let i = 0; i < 3; i++) await retryNow(server, 0)
  expect(await latestRun(shop, id)).toMatchObject({ cards: 2, sent: 2, waiting: 0 })
  expect(askedOf(iphone)).toBe(before + 1)
  expect(await iphone.update()).toEqual(['Ahead'])
  expect(await inbox(android)).toEqual([['TEXT_AND_NOTIFY', 'Ahead']])
})

it('a wallet that is away still is not called over and over', async () => {
  const phone = await newIphone(server, shop, 'Patient')
  aDayAhead()
  const before = callsOf(phone)
  server.outside.applePush.setTroubles({ status429Rate: 1 })
  await send('Later')
  setBack()
  const ofOneTry = callsOf(phone) - before
  for (let i = 0; i < 5; i++) await retryNow(server, 0)
  expect(callsOf(phone)).toBe(before + 2 * ofOneTry)
})

it('a certificate that was refused in the future is tried at once, and then as rarely as before', async () => {
  const phone = await newIphone(server, shop, 'Refused')
  aDayAhead()
  const before = callsOf(phone)
  server.outside.applePush.setTroubles({ status403Reason: 'Forbidden' })
  await send('Forbidden')
  setBack()
  const ofOneTry = callsOf(phone) - before
  for (let i = 0; i < 3; i++) await retryNow(server, 0)
  expect(callsOf(phone)).toBe(before + 2 * ofOneTry)
  server.outside.applePush.setTroubles({})
  await retryNow(server, 60 * 60_000)
  expect(await phone.update()).toEqual(['Forbidden'])
})

it('a push that waits ends ten minutes after the clock was set back', async () => {
  await newIphone(server, shop, 'Ends')
  aDayAhead()
  server.outside.applePush.setTroubles({ status429Rate: 1, retryAfterS: 3_000 })
  const id = await send('Unheard')
  setBack()
  await makeJobsDue(server)
  await server.drainJobs()
  server.passTime(11 * 60_000)
  await makeJobsDue(server)
  await server.drainJobs()
  expect(await latestRun(shop, id)).toMatchObject({ cards: 1, waiting: 1, endedAt: expect.any(String) })
})

it('a push is sent once a day, whatever the clock says, and a day is charged once', async () => {
  const phone = await newIphone(server, shop, 'Daily')
  const days = async () =>
    (await shop.owner.send(finance.listTransactions, { params: { c: shop.c }, query: { event: 'tariff', limit: 100 } }))
      .data.length
  const pushUuid = await makePush(shop, 'Each day')
  const start = async () => {
    const { status, body } = await shop.owner.ask(pushes.startSend, { params: { c: shop.c, pushUuid } })
    await server.drainJobs()
    await chargeTariffs.handle(server.app, {})
    return body.error?.code ?? status
  }
  expect(await start()).toBe(200)
  const charged = await days()
  expect(await phone.update()).toEqual(['Each day'])
  aDayAhead()
  expect(await start()).toBe(200)
  expect(await phone.update()).toEqual(['Each day'])
  setBack()
  expect(await start()).toBe('push_once_a_day')
  aDayAhead()
  expect(await start()).toBe('push_once_a_day')
  setBack()
  expect(await phone.update()).toEqual([])
  expect(await days()).toBe(charged + 1)
})

it('a card that was changed in the future is fetched again when it changes now', async () => {
  const phone = await newIphone(server, shop, 'Card')
  aDayAhead()
  await send('In the future')
  expect(await phone.update()).toEqual(['In the future'])
  setBack()
  await send('Now')
  expect(await phone.update()).toEqual(['Now'])
  expect(await query(server, 'select 1 from client_messages where cabinet_id = $1', [shop.c])).toHaveLength(2)
})
