import { describe, expect, it } from 'vitest'
import { CAREFUL_POLICY, type Meeting, type MeetingRule } from '../../../contract/business/crm-meeting.ts'
import { integration } from '../../../contract/business/integration.ts'
import { KEYS, type Moysklad } from '../../engines/crm/moysklad/emulator/emulator.ts'
import { makeJobsDue, query } from '../../../test/direct-access.ts'
import {
  at,
  begin,
  clientOf,
  codeOf,
  connect,
  crm,
  customerOf,
  newClient,
  openCrmServer,
  read,
  right,
  save,
  server,
  shop,
  sync,
} from '../../../test/crm-story.ts'
import { lookUp } from './look-up.ts'

openCrmServer()

const both = { read: true, write: true, rewrite: false }
const policyOf = (bonus: MeetingRule) => ({ ...CAREFUL_POLICY, bonus })
const setBonus = (id: string, minor: number) =>
  query(server, 'update clients set bonus_minor = $1, version = version + 1 where id = $2', [minor, id])
const preview = (rules: { bonus?: MeetingRule } = {}): Promise<Meeting | null> =>
  shop.owner.send(integration.readMeeting, { params: at(), query: rules })
const there = (phone: string, facts: object) =>
  crm().customers.set(`T-${phone}`, { customerId: `T-${phone}`, phone, ...facts })
const bonusThere = (phone: string) => Number(customerOf(phone)?.bonus ?? Number.NaN)

/** Two bases before they meet: both have Anna, only ours has Ben, only theirs has Cora. */
async function twoBases(annaHere: number, annaThere: number) {
  const [anna, ben] = [await newClient('Anna'), await newClient('Ben')]
  await setBonus(anna.id, annaHere)
  await setBonus(ben.id, 30_00)
  there(anna.tel, { name: 'Anna', bonus: annaThere / 100 })
  there('+420601999999', { name: 'Cora', bonus: 77 })
  return { anna, ben }
}
async function turnOn(flags = both) {
  expect(codeOf(await save(right({ flags })))).toEqual([200, undefined])
  await shop.owner.send(integration.activateIntegration, { params: at() })
}
async function exchange() {
  await sync()
  await server.drainJobs()
}

describe('two bases that meet', () => {
  it('nothing is written or taken over before the owner has seen it', async () => {
    const { anna } = await twoBases(120_00, 5_000_00)
    await turnOn()
    const early = await shop.owner.ask(integration.beginExchange, { params: at(), body: { policy: CAREFUL_POLICY } })
    expect(codeOf(early)).toEqual([409, 'not_looked_up'])
    const before = structuredClone([...crm().customers.values()])
    await server.drainJobs()
    expect(codeOf(await sync())).toEqual([409, 'integration_not_active'])
    expect([...crm().customers.values()]).toEqual(before)
    expect((await clientOf(anna.id)).bonusMinor).toBe(120_00)
    expect(await preview()).toMatchObject({
      state: 'done',
      isBegun: false,
      looked: 2,
      total: 2,
      same: 1,
      new: 1,
      doubt: 0,
    })
  })

  it.each([
    ['theirs', 5_000_00],
    ['ours', 120_00],
    ['larger', 5_000_00],
  ] as const)('by the rule %s both sides have what the preview shows', async (rule, after) => {
    const { anna, ben } = await twoBases(120_00, 5_000_00)
    await turnOn()
    await server.drainJobs()
    const shown = await preview({ bonus: rule })
    expect(shown?.clients.find(({ id }) => id === anna.id)).toMatchObject({
      match: 'same',
      ours: { bonus: 120_00 },
      theirs: { bonus: 5_000_00 },
      after: { bonus: after },
    })
    expect(shown?.sums).toMatchObject({ ours: { bonus: 120_00 }, theirs: { bonus: 5_000_00 }, after: { bonus: after } })
    expect(shown?.losing).toEqual({ ours: 0, theirs: rule === 'ours' ? 1 : 0 })
    await begin(policyOf(rule))
    await exchange()
    expect([(await clientOf(anna.id)).bonusMinor, bonusThere(anna.tel)]).toEqual([after, after / 100])
    expect([(await clientOf(ben.id)).bonusMinor, bonusThere(ben.tel)]).toEqual([30_00, 30])
    expect(bonusThere('+420601999999')).toBe(77)
  })

  it('finds who was added while it went on', async () => {
    const { anna } = await twoBases(1_00, 2_00)
    await save(right({ flags: both }))
    await shop.owner.send(integration.lookUpClients, { params: at() })
    await server.drainJobs()
    await query(server, 'delete from crm_looked where client_id = $1', [anna.id])
    await query(server, `update integrations set look_state = 'running', looked = 1 where cabinet_id = $1`, [shop.c])
    const after = { addedAt: '2000-01-01T00:00:00Z', id: anna.id }
    await server.app.jobs.enqueue(server.app.database.db as never, lookUp, { cabinetId: shop.c, tries: 0, after })
    await server.drainJobs()
    expect(await preview()).toMatchObject({ state: 'done', looked: 2, same: 1, new: 1 })
  })

  it('waits for a CRM that is away and goes on where it was', async () => {
    await twoBases(1_00, 2_00)
    await save(right({ flags: both }))
    crm().router.setTroubles({ isDown: true })
    await shop.owner.send(integration.lookUpClients, { params: at() })
    await server.drainJobs()
    expect(await preview()).toMatchObject({ state: 'running', looked: 0 })
    crm().router.setTroubles({})
    await makeJobsDue(server)
    await server.drainJobs()
    expect(await preview()).toMatchObject({ state: 'done', looked: 2 })
  })
})

describe('another account behind the same address', () => {
  it('is another base: who was who there is forgotten, and both meet anew', async () => {
    const anna = await newClient('Anna')
    const moysklad = server.outside.crms.of<Moysklad>('moysklad')
    const access = (settings: object) =>
      right({
        type: 'moysklad',
        settings: { server: `${server.url}/outside/crm/moysklad`, bonusProgram: moysklad.program, ...settings },
        flags: both,
      })
    const { login, password, token } = KEYS
    expect(codeOf(await save(access({ login, password })))).toEqual([200, undefined])
    await shop.owner.send(integration.activateIntegration, { params: at() })
    await begin()
    await exchange()
    expect((await clientOf(anna.id)).sync).toBe('synced')
    const version = (await read()).current?.version ?? 0
    // The same account by a token, and then another one.
    expect(codeOf(await save({ ...access({ login: '', password: token }), version }))).toEqual([200, undefined])
    expect((await preview())?.isBegun).toBe(true)
    moysklad.account = 'ac000000-0000-4000-8000-000000000002'
    expect(codeOf(await save({ ...access({ login, password }), version: version + 1 }))).toEqual([200, undefined])
    expect(await preview()).toMatchObject({ isBegun: false, state: 'running' })
    await server.drainJobs()
    expect(await preview()).toMatchObject({ state: 'done', looked: 1 })
    expect(await shop.owner.send(integration.readClientSync, { params: { ...at(), id: anna.id } })).toMatchObject({
      crmId: null,
    })
  })
})

describe('both sides that change', () => {
  async function met(here: number, onTheirSide: number) {
    const { anna } = await twoBases(here, onTheirSide)
    await connect(both, policyOf('larger'))
    await exchange()
    return anna
  }
  const readBack = async () => {
    await server.app.jobs.enqueue(server.app.database.db as never, (await import('./reading.ts')).readAll, {})
    await server.drainJobs()
  }
  const till = (tel: string, bonus: number) => crm().change(customerOf(tel)?.customerId ?? '', { bonus })

  it('keep what each has added: ours goes out as a difference and theirs is not overwritten', async () => {
    const anna = await met(100_00, 100_00)
    till(anna.tel, 150)
    await setBonus(anna.id, 80_00)
    await readBack()
    expect([(await clientOf(anna.id)).bonusMinor, bonusThere(anna.tel)]).toEqual([130_00, 130])
    await readBack()
    expect([(await clientOf(anna.id)).bonusMinor, bonusThere(anna.tel)]).toEqual([130_00, 130])
  })

  it('a change whose answer is lost arrives once', async () => {
    const anna = await met(100_00, 100_00)
    await setBonus(anna.id, 112_90)
    crm().router.setTroubles({ lostWrites: 1 })
    await readBack()
    expect((await clientOf(anna.id)).bonusMinor).toBe(112_90)
    till(anna.tel, bonusThere(anna.tel) + 5)
    crm().router.setTroubles({})
    await readBack()
    expect([(await clientOf(anna.id)).bonusMinor, bonusThere(anna.tel)]).toEqual([117_90, 117.9])
  })

  it('an amount that is gone over there stays here', async () => {
    const anna = await met(100_00, 100_00)
    till(anna.tel, undefined as unknown as number)
    await readBack()
    expect((await clientOf(anna.id)).bonusMinor).toBe(100_00)
  })

  it('a phone that was corrected over there is taken over, and not written back', async () => {
    const anna = await met(100_00, 100_00)
    const phone = '+420601888777'
    crm().change(customerOf(anna.tel)?.customerId ?? '', { phone })
    await readBack()
    expect((await clientOf(anna.id)).tel).toBe(phone)
    const other = await newClient('Dan')
    crm().change(customerOf(phone)?.customerId ?? '', { phone: other.tel })
    await readBack()
    expect((await clientOf(anna.id)).tel).toBe(phone)
    expect(await shop.owner.send(integration.readClientSync, { params: { ...at(), id: anna.id } })).toMatchObject({
      state: 'failed',
      doubt: 'phone_taken',
    })
  })

  it('two with one phone over there are in doubt: nobody is merged, and the others go on', async () => {
    const [anna, ben] = [await newClient('Anna'), await newClient('Ben')]
    await setBonus(anna.id, 9_00)
    for (const number of [1, 2]) crm().customers.set(`D-${number}`, { customerId: `D-${number}`, phone: anna.tel })
    await connect(both)
    await exchange()
    expect(await shop.owner.send(integration.readClientSync, { params: { ...at(), id: anna.id } })).toMatchObject({
      state: 'failed',
      doubt: 'several',
      crmId: null,
    })
    expect((await clientOf(ben.id)).sync).toBe('synced')
    expect((await clientOf(anna.id)).bonusMinor).toBe(9_00)
  })
})
