import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cabinets } from '../contract/platform/cabinets.ts'
import { clients } from '../contract/people/clients.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { users } from '../contract/platform/users.ts'
import { inputOf } from './client-input.ts'
import { setPlan } from './direct-access.ts'
import { newIphone } from './holders.ts'
import { fieldsOf, fillForm, Iphone } from './phones.ts'
import { openShop, request, signIn, type Shop } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'

describe('from sign-up to the first message on a card', () => {
  let server: TestServer
  let shop: Shop
  beforeAll(async () => {
    server = await startTestServer()
    shop = await openShop(server, 'Anna')
    await setPlan(server, shop.c, 'base')
  })
  afterAll(() => server?.close())

  it('sends a real mail whose link confirms the address once', async () => {
    const body = {
      name: 'Boris',
      surname: 'Lindt',
      email: 'boris@mail.example',
      phone: '+420 601 123 456',
      password: 'Right-horse-42',
      password_confirmation: 'Right-horse-42',
      consent: true,
    }
    expect((await request(server, users.signUp, { body })).status).toBe(201)
    await server.drainJobs()
    const [mail] = server.outside.smtp.mailbox.list('boris@mail.example')
    const text = server.outside.smtp.mailbox.get(mail?.id ?? '')?.text ?? ''
    const code = /verify\/([\w-]{43})/.exec(text)?.[1] ?? ''
    const input = { params: { code }, body: { password: body.password } }
    expect((await request(server, users.verifyEmail, input)).status).toBe(200)
    expect((await request(server, users.verifyEmail, input)).body.error?.code).toBe('invalid_verification_link')
  })

  it('answers the overview with real numbers', async () => {
    const overview = await shop.owner.send(cabinets.dashboard, { params: { c: shop.c }, query: {} })
    expect(overview.templates).toMatchObject({ total: 1, defaultName: 'Coffee card' })
    expect(overview.checklist).toEqual({ tariff: true, certificate: true, card: true, form: true, client: false })
  })

  it('lists no client to a stranger', async () => {
    const stranger = await signIn(server, 'Stranger')
    const own = await stranger.ask(clients.listClients, { params: { c: shop.c } })
    const never = await stranger.ask(clients.listClients, { params: { c: 12345 } })
    expect(own.status).toBe(404)
    expect({ ...own.body.error, requestId: '' }).toEqual({ ...never.body.error, requestId: '' })
  })

  it('turns a form filled on a phone into a signed card, and the shop reaches that card', async () => {
    const sent = await fillForm(server, shop.formUrl, {
      name: 'Clara',
      surname: 'Stone',
      tel: '+420 601 555 111',
      email: 'clara@mail.example',
    })
    expect(sent.status).toBe(303)
    const installUrl = new URL(sent.headers.get('location') ?? '', server.url)
    const page = await (await fetch(`${installUrl}&device=iphone`)).text()
    expect(page).toContain('card.pkpass')
    const phone = new Iphone(server)
    const { json } = await phone.install(`${server.url}${installUrl.pathname}/card.pkpass`)
    expect(fieldsOf(json)).toMatchObject({ left: 'Clara Stone', center: '0', top: '000001' })
    expect((await phone.register()).status).toBe(201)
    expect((await phone.register()).status).toBe(200)
    await phone.update()

    const {
      data: [row],
    } = await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: { q: 'clara' } })
    expect(row).toMatchObject({ name: 'Clara', tel: '+420601555111', installs: ['apple'] })
    const client = await shop.owner.send(clients.readClient, { params: { c: shop.c, id: row?.id ?? '' } })
    await shop.owner.send(clients.saveClient, {
      params: { c: shop.c, id: client.id },
      body: { ...inputOf(client), bonusMinor: 12_000 },
    })
    await server.drainJobs()
    expect(server.outside.applePush.requests.map(({ status }) => status)).toContain(200)
    expect(await phone.update()).toEqual(['You now have 120 points'])

    const push = await shop.owner.send(pushes.createPush, {
      params: { c: shop.c, pushType: 'text' },
      body: { name: 'Hello', message: 'Hi {cardholder}, coffee is ready', templates: [shop.template] },
    })
    expect(
      await shop.owner.send(pushes.reach, { params: { c: shop.c }, body: { templates: [shop.template] } }),
    ).toMatchObject({ apple: 1, google: 0 })
    await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid: push.id } })
    await server.drainJobs()
    expect(await phone.update()).toEqual(['Hi Clara Stone, coffee is ready'])
    const {
      runs: [run],
    } = await shop.owner.send(pushes.statistics, { params: { c: shop.c, pushUuid: push.id } })
    expect(run).toMatchObject({ cards: 1, sent: 1, delivered: 1, failed: 0, unknown: 0 })
    expect(
      (await shop.owner.ask(pushes.startSend, { params: { c: shop.c, pushUuid: push.id } })).body.error?.code,
    ).toBe('push_once_a_day')

    await shop.owner.send(clients.sendMessage, {
      params: { c: shop.c, id: client.id },
      body: { message: 'Only for you' },
    })
    await server.drainJobs()
    expect(await phone.update()).toEqual(['Only for you'])
    const history = await shop.owner.send(clients.pushHistory, { params: { c: shop.c, id: client.id }, query: {} })
    expect(history.data.map((one) => [one.text, one.state])).toEqual([
      ['Only for you', 'delivered'],
      ['Hi Clara Stone, coffee is ready', 'delivered'],
    ])
  })

  it('refuses a push to nobody, and the day is not used up', async () => {
    const empty = await openShop(server, 'Empty')
    const push = await empty.owner.send(pushes.createPush, {
      params: { c: empty.c, pushType: 'text' },
      body: { name: 'Friday', message: 'Hello', templates: [empty.template] },
    })
    const params = { c: empty.c, pushUuid: push.id }
    for (let again = 0; again < 2; again++)
      expect((await empty.owner.ask(pushes.startSend, { params })).body.error?.code).toBe('push_to_nobody')
    expect(await empty.owner.send(pushes.readPush, { params })).toMatchObject({ status: 'draft', sentAt: null })
    await newIphone(server, empty, 'Late')
    expect(await empty.owner.send(pushes.startSend, { params })).toMatchObject({ status: 'queue' })
  })
})
