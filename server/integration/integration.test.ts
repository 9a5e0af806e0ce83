import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clients } from '../../contract/clients.ts'
import { integration, type IntegrationInput } from '../../contract/integration.ts'
import { keys } from '../../contract/keys.ts'
import { notifications } from '../../contract/notifications.ts'
import { support } from '../../contract/support.ts'
import { DAY_MS, hurryJobs, MINUTE_MS, query, setPlan } from '../../test/behind.ts'
import { openShop, PASSWORD, type Said, say, type Shop } from '../../test/people.ts'
import { takeCard } from '../../test/phones.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Cora')
})
afterAll(() => server?.close())

const at = () => ({ c: shop.c })
const crm = () => server.outside.crms.url
const right = (change: Partial<IntegrationInput> = {}): IntegrationInput => ({
  type: 'url', settings: { server: `${server.url}/outside/crm/url`, password: 'played-key' }, flags: { read: false, write: true, rewrite: false }, version: 0, ...change,
})
const save = (input: IntegrationInput) => shop.owner.ask(integration.saveIntegration, { params: at(), body: input })
const read = () => shop.owner.send(integration.readIntegration, { params: at() })
const status = () => shop.owner.send(integration.syncStatus, { params: at() })
const sync = () => shop.owner.ask(integration.syncClients, { params: at() })
const codeOf = (said: Said) => [said.status, said.body.error?.code]
const fieldsIn = (said: Said) => Object.fromEntries(Object.entries(said.body.error?.fields ?? {}).map(([field, { code }]) => [field, code]))
async function connect(flags = { read: false, write: true, rewrite: false }): Promise<void> {
  expect(codeOf(await save(right({ flags })))).toEqual([200, undefined])
  await shop.owner.send(integration.activateIntegration, { params: at() })
}
async function newClient(name: string) {
  const tel = `+420601960${String(next++).padStart(3, '0')}`
  const { cardFileUrl } = await takeCard(server, shop.formUrl, { name, tel })
  const [row] = await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1 and tel = $2', [shop.c, tel])
  return { id: row?.id ?? '', tel, cardFileUrl }
}
const customerOf = (tel: string) => [...crm().customers.values()].find((one) => one.phone === tel)
const clientOf = (id: string) => shop.owner.send(clients.readClient, { params: { ...at(), id } })
const noticesOf = async () => (await shop.owner.send(notifications.listNotifications, { params: at(), query: { type: 'integration_failed' } })).data
async function runUntilGivenUp(): Promise<void> {
  for (let tries = 0; tries < 7; tries++) {
    await hurryJobs(server)
    await server.drainJobs()
  }
}

beforeEach(async () => {
  crm().desk.setTroubles({})
  crm().customers.clear()
  for (const table of ['integrations', 'crm_clients', 'crm_runs', 'crm_wishes', 'notifications', 'clients']) await query(server, `delete from ${table} where cabinet_id = $1`, [shop.c])
  await setPlan(server, shop.c, 'base')
})

describe('connecting a CRM', () => {
  it('is not part of the demo, which may look at what there is', async () => {
    await setPlan(server, shop.c, 'demo')
    expect(await read()).toMatchObject({ status: 'noCrm', isOnDemo: true, current: null })
    expect(codeOf(await save(right()))).toEqual([403, 'integration_not_on_demo'])
    expect(codeOf(await shop.owner.ask(integration.checkIntegration, { params: at(), body: right() }))).toEqual([403, 'integration_not_on_demo'])
  })

  it('is checked step by step, saved switched off, turned on, and switched off and on', async () => {
    for (const step of ['server', 'login', 'program'] as const) {
      expect((await shop.owner.send(integration.checkIntegration, { params: at(), body: { ...right(), step } })).choices).toEqual({})
    }
    expect(codeOf(await shop.owner.ask(integration.toggleIntegration, { params: at(), body: { isActive: true } }))).toEqual([409, 'integration_not_configured'])
    await save(right())
    expect(await read()).toMatchObject({ status: 'deactivated', current: { type: 'url', title: 'URL', flags: { write: true }, unsynced: 0 } })
    await shop.owner.send(integration.activateIntegration, { params: at() })
    expect((await read()).status).toBe('active')
    expect((await shop.owner.send(integration.toggleIntegration, { params: at(), body: { isActive: false } })).status).toBe('deactivated')
    expect((await shop.owner.send(integration.toggleIntegration, { params: at(), body: { isActive: true } })).status).toBe('active')
  })

  it.each([
    ['a plain address', { server: 'http://example.com/hook' }, 'crm_no_ssl', 'settings.server'],
    ['an address inside', { server: 'https://127.0.0.1/hook' }, 'crm_not_found', 'settings.server'],
    ['an address inside, in disguise', { server: 'https://[::ffff:7f00:1]/hook' }, 'crm_not_found', 'settings.server'],
    ['the metadata of a cloud', { server: 'https://169.254.169.254/latest' }, 'crm_not_found', 'settings.server'],
    ['a port for other things', { server: 'https://example.com:25/' }, 'crm_not_found', 'settings.server'],
    ['a name and a password in the address', { server: 'https://a:b@example.com/' }, 'crm_not_found', 'settings.server'],
    ['no address at all', { server: 'my crm' }, 'crm_not_found', 'settings.server'],
    ['a wrong key', { password: 'wrong' }, 'crm_wrong_login', 'settings.password'],
    ['a wrong login or password', { login: 'shop', password: 'wrong' }, 'crm_wrong_credentials', 'settings.password'],
  ])('tells %s beside the guilty field and saves nothing', async (_, settings, code, field) => {
    const said = await save(right({ settings: { ...right().settings, ...settings } }))
    expect([codeOf(said), fieldsIn(said)]).toEqual([[422, code], { [field]: code }])
    expect((await read()).status).toBe('noCrm')
  })

  it('tells a page for people from a CRM, and a lost connection from both', async () => {
    crm().desk.setTroubles({ html: true })
    expect(codeOf(await save(right()))).toEqual([422, 'crm_not_found'])
    crm().desk.setTroubles({ isDown: true })
    expect(codeOf(await save(right()))).toEqual([422, 'crm_connection_lost'])
  })

  it('asks for what is missing, and knows only its own systems', async () => {
    expect(fieldsIn(await save(right({ settings: { server: '' } })))).toEqual({ 'settings.server': 'required' })
    expect(codeOf(await save(right({ type: 'abacus' })))).toEqual([422, 'crm_type_unknown'])
  })

  it('never tells a secret, keeps it sealed, and sends it nowhere but where it was typed for', async () => {
    await save(right())
    const { current } = await read()
    expect(current?.secrets).toEqual(['password'])
    expect(JSON.stringify(await read())).not.toContain('played-key')
    const [row] = await query<{ text: string }>(server, "select settings::text || encode(secrets, 'escape') as text from integrations where cabinet_id = $1", [shop.c])
    expect(row?.text).not.toContain('played-key')
    expect(codeOf(await save(right({ settings: { server: `${server.url}/outside/crm/url` }, version: current?.version ?? 0 })))).toEqual([200, undefined])
    const moved = await save(right({ settings: { server: `${server.url}/outside/crm/url?elsewhere` }, version: 2 }))
    expect(fieldsIn(moved)).toEqual({ 'settings.password': 'required' })
  })

  it('a business without a CRM connects nothing outside and calls us with a key', async () => {
    await save(right({ type: 'self', settings: {}, flags: { read: true, write: true, rewrite: true } }))
    expect(await shop.owner.send(integration.activateIntegration, { params: at() })).toMatchObject({ status: 'active', current: { flags: { read: false, write: false, rewrite: false }, unsynced: 0 } })
    const anna = await newClient('Anna')
    expect((await sync()).body.data).toMatchObject({ state: 'idle' })
    const { secret } = await shop.owner.send(keys.createKey, { params: at(), body: { name: 'Till', scopes: ['clients:read'], endsAt: null } })
    expect((await say(server, clients.readClient, { params: { ...at(), id: anna.id } }, secret)).body.data).toMatchObject({ name: 'Anna', sync: 'off' })
    expect((await say(server, clients.readClient, { params: { ...at(), id: anna.id } }, `${secret}x`)).status).toBe(401)
    expect((await say(server, integration.readIntegration, { params: at() }, secret)).status).toBe(404)
  })

  it('refuses a stale save', async () => {
    await save(right())
    expect(codeOf(await save(right({ version: 7 })))).toEqual([409, 'version_conflict'])
  })

  it('a system that is missing goes to support once', async () => {
    const other = (otherName: string) => save(right({ type: 'other', otherName, settings: {} }))
    expect(codeOf(await other('Abacus Till'))).toEqual([200, undefined])
    expect(await read()).toMatchObject({ status: 'noCrm', wishes: ['Abacus Till'] })
    expect((await shop.owner.send(support.listConversations, { query: {} })).data).toMatchObject([{ topic: 'idea', preview: 'CRM: Abacus Till' }])
    for (const name of ['abacus till', 'url']) {
      const said = await other(name)
      expect([codeOf(said), fieldsIn(said)]).toEqual([[422, 'crm_name_known'], { otherName: 'crm_name_known' }])
    }
    expect(fieldsIn(await other(' '))).toEqual({ otherName: 'required' })
  })

  it('goes with RESETCRM alone, and with what was known of clients', async () => {
    const remove = (command: string, password?: string) => shop.owner.ask(integration.removeIntegration, { params: at(), body: { command, password } })
    expect(codeOf(await remove('RESETCRM'))).toEqual([409, 'integration_not_configured'])
    await connect()
    await newClient('Anna')
    await sync()
    await server.drainJobs()
    for (const command of ['resetcrm', 'RESETCRM ', '']) expect([command, codeOf(await remove(command))]).toEqual([command, [422, 'wrong_command']])
    server.passTime(11 * MINUTE_MS)
    expect(codeOf(await remove('RESETCRM'))).toEqual([403, 'password_needed'])
    expect(codeOf(await remove('RESETCRM', PASSWORD))).toEqual([200, undefined])
    expect((await read()).status).toBe('noCrm')
    expect(await query(server, 'select from crm_clients where cabinet_id = $1', [shop.c])).toEqual([])
  })
})

describe('writing clients', () => {
  it('writes those that changed, once a day, and what they are in the CRM is known', async () => {
    const anna = await newClient('Anna')
    expect(codeOf(await sync())).toEqual([409, 'integration_not_configured'])
    await save(right())
    expect(codeOf(await sync())).toEqual([409, 'integration_not_active'])
    await shop.owner.send(integration.activateIntegration, { params: at() })
    expect((await clientOf(anna.id)).sync).toBe('waiting')
    expect((await shop.owner.send(integration.unsyncedClients, { params: at() }))).toMatchObject({ total: 1, failed: 0, clients: [{ id: anna.id, state: 'waiting' }] })
    expect((await sync()).body.data).toMatchObject({ state: 'queue', total: 1, done: 0 })
    await server.drainJobs()
    expect(await status()).toMatchObject({ state: 'done', total: 1, done: 1, failed: 0 })
    const written = customerOf(anna.tel)
    expect(written).toMatchObject({ name: 'Anna', bonus: 0 })
    expect(written?.link).toContain(shop.domain)
    expect(await shop.owner.send(integration.readClientSync, { params: { ...at(), id: anna.id } })).toMatchObject({ state: 'synced', crmId: written?.customerId })

    await newClient('Ben')
    const again = await sync()
    expect(codeOf(again)).toEqual([406, 'sync_once_a_day'])
    expect(again.body.error?.message).toContain('MSK')
    server.passTime(DAY_MS)
    expect(codeOf(await sync())).toEqual([200, undefined])
    await server.drainJobs()
    expect((await status()).done).toBe(1)
  })

  it('two starts at once are one run', async () => {
    await newClient('Anna')
    await connect()
    const codes = (await Promise.all([sync(), sync(), sync()])).map((said) => said.status)
    expect(codes.filter((code) => code === 200).length).toBeGreaterThan(0)
    expect(await query(server, 'select from crm_runs where cabinet_id = $1', [shop.c])).toHaveLength(1)
    await server.drainJobs()
    expect(crm().customers.size).toBe(1)
  })

  it('starts by itself at the end of a day that nobody used', async () => {
    const anna = await newClient('Anna')
    await connect()
    await server.floor.jobs.enqueue(server.floor.database.db as never, (await import('./writing.ts')).writeDaily, {})
    await server.drainJobs()
    expect(customerOf(anna.tel)).toBeDefined()
    expect((await status()).state).toBe('done')
  })

  it('a client that the CRM refuses fails alone', async () => {
    const [anna, ben] = [await newClient('Anna'), await newClient('Ben')]
    await query(server, "update clients set tel = '+000000000' where id = $1", [ben.id])
    await connect()
    await sync()
    await server.drainJobs()
    expect(await status()).toMatchObject({ state: 'done', total: 2, done: 1, failed: 1 })
    expect([(await clientOf(anna.id)).sync, (await clientOf(ben.id)).sync]).toEqual(['synced', 'failed'])
    expect(await shop.owner.send(integration.readClientSync, { params: { ...at(), id: ben.id } })).toMatchObject({ fault: 'Wrong phone' })
  })

  it('a client who is not to be written is not', async () => {
    const anna = await newClient('Anna')
    await connect()
    const flags = { read: false, write: false, rewrite: true }
    expect(await shop.owner.send(integration.saveClientSync, { params: { ...at(), id: anna.id }, body: flags })).toMatchObject({ state: 'off', flags: { read: false, write: false, rewrite: false } })
    await sync()
    await server.drainJobs()
    expect(crm().customers.size).toBe(0)
  })

  it('waits while the CRM is down, goes on when it is back, and loses and doubles nobody', async () => {
    const [anna, ben] = [await newClient('Anna'), await newClient('Ben')]
    await connect()
    crm().desk.setTroubles({ lostWrites: 1 })
    await sync()
    await server.drainJobs()
    expect(await status()).toMatchObject({ state: 'waiting', done: 0 })
    crm().desk.setTroubles({ isDown: true })
    await hurryJobs(server)
    await server.drainJobs()
    crm().desk.setTroubles({})
    await hurryJobs(server)
    await server.drainJobs()
    expect(await status()).toMatchObject({ state: 'done', total: 2, done: 2, failed: 0 })
    expect([...crm().customers.values()].map((one) => one.phone).sort()).toEqual([anna.tel, ben.tel].sort())
    expect(await noticesOf()).toEqual([])
  })

  it('gives up after five waits, tells once, and may be started again on the same day', async () => {
    await newClient('Anna')
    await connect()
    crm().desk.setTroubles({ isDown: true })
    await sync()
    await runUntilGivenUp()
    expect(await status()).toMatchObject({ state: 'failed', nextAt: null })
    expect(await read()).toMatchObject({ status: 'active', current: { fault: { code: 'connection_lost' } } })
    expect(await noticesOf()).toHaveLength(1)
    await sync()
    await runUntilGivenUp()
    expect(await noticesOf()).toHaveLength(1)
    crm().desk.setTroubles({})
    await sync()
    await server.drainJobs()
    expect(await status()).toMatchObject({ state: 'done', done: 1 })
    expect((await read()).current?.fault).toBeNull()
  })

  it('stops at once when the access is wrong, and goes on when it is mended', async () => {
    await newClient('Anna')
    await connect()
    await query(server, "update integrations set settings = settings || '{\"login\": \"nobody\"}' where cabinet_id = $1", [shop.c])
    await sync()
    await server.drainJobs()
    expect(await read()).toMatchObject({ status: 'noActive', current: { fault: { code: 'wrong_credentials', field: 'password' } } })
    expect((await status()).state).toBe('failed')
    expect(await noticesOf()).toMatchObject([{ text: expect.stringContaining('URL') as string }])
    expect(codeOf(await sync())).toEqual([409, 'integration_not_active'])
    expect(codeOf(await save(right({ version: 1 })))).toEqual([200, undefined])
    expect((await read()).status).toBe('active')
  })
})

describe('reading back', () => {
  const both = { read: true, write: true, rewrite: false }
  const readBack = async () => {
    await server.floor.jobs.enqueue(server.floor.database.db as never, (await import('./reading.ts')).readAll, {})
    await server.drainJobs()
  }

  it('a bonus that the till gave stands on the card, in the history and not in the next writing', async () => {
    const anna = await newClient('Anna')
    await connect(both)
    await sync()
    await server.drainJobs()
    const card = customerOf(anna.tel)
    crm().change(card?.customerId ?? '', { bonus: 12.5, discount: 7, name: 'Anne', surname: 'Adams' })
    await readBack()
    expect(await clientOf(anna.id)).toMatchObject({ bonusMinor: 1250, discountHundredths: 700, name: 'Anna', surname: 'Adams', sync: 'synced' })
    const history = await shop.owner.send(clients.balanceHistory, { params: { ...at(), id: anna.id }, query: {} })
    expect(history.data.map((one) => [one.kind, one.delta, one.after, one.source])).toEqual(expect.arrayContaining([['bonus', 1250, 1250, 'crm'], ['discount', 700, 700, 'crm']]))
    expect((await shop.owner.send(integration.unsyncedClients, { params: at() })).total).toBe(0)
  })

  it('the CRM rewrites names only where it may, and never what waits to be written', async () => {
    const [anna, ben] = [await newClient('Anna'), await newClient('Ben')]
    await connect({ read: true, write: true, rewrite: true })
    await sync()
    await server.drainJobs()
    for (const { tel } of [anna, ben]) crm().change(customerOf(tel)?.customerId ?? '', { name: 'From the till' })
    await query(server, "update clients set name = 'Benjamin', version = version + 1 where id = $1", [ben.id])
    await readBack()
    expect([(await clientOf(anna.id)).name, (await clientOf(ben.id)).name]).toEqual(['From the till', 'Benjamin'])
  })

  it('rubbish changes nothing, and a CRM that is away is worth a notice after two hours', async () => {
    const anna = await newClient('Anna')
    await connect(both)
    await sync()
    await server.drainJobs()
    crm().change(customerOf(anna.tel)?.customerId ?? '', { bonus: 'much' as unknown as number, discount: 900, balance: 1e30 })
    await readBack()
    expect(await clientOf(anna.id)).toMatchObject({ bonusMinor: 0, discountHundredths: 0, balanceMinor: 0 })
    crm().desk.setTroubles({ torn: true })
    await readBack()
    expect(await read()).toMatchObject({ status: 'active', current: { fault: { code: 'connection_lost' } } })
    expect(await noticesOf()).toEqual([])
    server.passTime(121 * MINUTE_MS)
    await readBack()
    expect(await noticesOf()).toHaveLength(1)
    crm().desk.setTroubles({})
    await readBack()
    expect((await read()).current?.fault).toBeNull()
  })
})
