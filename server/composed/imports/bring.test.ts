import { expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { type ImportFile, imports } from '../../../contract/people/imports.ts'
import { integration } from '../../../contract/business/integration.ts'
import { preorders } from '../../../contract/reach/preorders.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { cardNumberText } from '../../../card/values.ts'
import { makeJobsDue, query } from '../../../test/direct-access.ts'
import { at, begin, codeOf, connect, crm, newClient, openCrmServer, server, shop } from '../../../test/crm-story.ts'
import { bringClients } from '../../business/integration/integration.ts'

openCrmServer()

type Customer = Parameters<ReturnType<typeof crm>['customers']['set']>[1]
function guest(no: number, more: Partial<Customer> = {}): Customer {
  const id = `G-${String(no).padStart(4, '0')}`
  const one = { customerId: id, name: `Guest${no}`, phone: `+4206017${String(no).padStart(5, '0')}`, bonus: 5, ...more }
  crm().customers.set(id, one)
  return one
}
const guests = (count: number) => Array.from({ length: count }, (_, no) => guest(no))

const of = (id: string) => ({ params: { ...at(), id } })
const read = (id: string) => shop.owner.send(imports.readImport, of(id))
const begun = () => shop.owner.send(imports.bringFromCrm, { params: at() })
async function brought(): Promise<ImportFile> {
  const { id } = await begun()
  await server.drainJobs()
  return read(id)
}
async function checked(file: ImportFile, choices: Partial<ImportFile['choices']> = {}): Promise<ImportFile> {
  const body = { ...file.choices, ...choices, template: choices.template ?? shop.template }
  await shop.owner.send(imports.checkImport, { ...of(file.id), body })
  await server.drainJobs()
  return read(file.id)
}
async function done(file: ImportFile, step: 'startImport' | 'undoImport' = 'startImport'): Promise<ImportFile> {
  await shop.owner.send(imports[step], of(file.id))
  await server.drainJobs()
  return read(file.id)
}
/** As of a check by a version that did not keep what it has found: all lines are read for it. */
async function readFromLines(id: string): Promise<ImportFile> {
  await query(server, `update client_imports set counts = counts - 'faults' - 'shown' where id = $1`, [id])
  return read(id)
}
/** Leaves so many cards of the plan. */
const leave = async (cards: number, { room }: ImportFile) =>
  query(server, 'update cabinets set cards = cards + $2 where id = $1', [shop.c, room - cards])
const count = async (table: string) =>
  (await query(server, `select from ${table} where cabinet_id = $1`, [shop.c])).length
const byTel = async (tel: string) =>
  (
    await query<{ id: string; bonus: number; cards: number; crm_id: string | null; waits: boolean }>(
      server,
      `select c.id, bonus_minor::int as bonus, cc.crm_id, coalesce(cc.written_version, 0) < c.version as waits,
         (select count(*)::int from passes p where p.client_id = c.id) as cards
       from clients c left join crm_clients cc on cc.client_id = c.id where c.cabinet_id = $1 and c.tel = $2`,
      [shop.c, tel],
    )
  )[0]

const BOTH = { read: true, write: true, rewrite: false }

it('reads everybody page by page, shows them, adds them with cards and links, and takes all back', async () => {
  await connect(BOTH)
  guests(230)
  const file = await brought()
  expect(file).toMatchObject({ state: 'ready', isOfCrm: true, fileName: 'URL', rows: 230 })
  expect(await count('clients')).toBe(0)
  const preview = await checked(file, { consentSource: 'in the shop' })
  expect(preview).toMatchObject({ state: 'checked', counts: { fresh: 230, bad: 0 }, isExchanging: true })
  expect(preview.sample[0]).toMatchObject({ verdict: 'fresh', name: 'Guest0', bonusMinor: 500, balanceMinor: null })
  expect(await count('clients')).toBe(0)
  expect((await done(preview)).counts).toMatchObject({ added: 230 })
  expect(await byTel('+420601700007')).toMatchObject({ bonus: 500, cards: 1, crm_id: 'G-0007', waits: false })
  // Another reading finds them all linked.
  expect((await checked(await brought())).counts).toMatchObject({ known: 230, fresh: 0 })
  // One whom the exchange has changed since stays, and is named.
  crm().change('G-0003', { bonus: 8 })
  await shop.owner.send(integration.readFromCrm, { params: at() })
  await server.drainJobs()
  expect(await byTel('+420601700003')).toMatchObject({ bonus: 800 })
  expect((await done(file, 'undoImport')).counts).toMatchObject({ undone: 229, kept: 1 })
  expect((await shop.owner.send(imports.listKeptClients, { ...of(file.id), query: {} })).data).toMatchObject([
    { name: 'Guest3' },
  ])
  expect(await count('crm_clients')).toBe(1)
})

it('keeps each page once, however often it is asked for, and goes on after a CRM was away', async () => {
  await connect(BOTH)
  guests(330)
  const { id } = await begun()
  expect((await begun()).id).toBe(id)
  // Two workers read at the same time, as after a worker was thought to be dead.
  await Promise.all([0, 1].map(() => bringClients.handle(server.app, { cabinetId: shop.c, id, tries: 0 })))
  expect(await read(id)).toMatchObject({ state: 'ready', rows: 330 })
  expect((await checked(await read(id))).counts).toMatchObject({ fresh: 330, bad: 0 })

  crm().router.setTroubles({ isDown: true })
  const second = await begun()
  await server.drainJobs()
  expect(await read(second.id)).toMatchObject({ state: 'reading', rows: 0 })
  crm().router.setTroubles({})
  await makeJobsDue(server)
  await server.drainJobs()
  expect(await read(second.id)).toMatchObject({ state: 'ready', rows: 330 })
})

it('stops when a CRM stays away, keeps what it has, and goes on when a person says so', async () => {
  await connect(BOTH)
  guests(5)
  crm().router.setTroubles({ isDown: true })
  const { id } = await begun()
  for (let tries = 0; tries < 6; tries++) {
    await server.drainJobs()
    await makeJobsDue(server)
  }
  expect(await read(id)).toMatchObject({ state: 'unread', stoppedBy: 'away' })
  crm().router.setTroubles({})
  await shop.owner.send(imports.readOnFromCrm, of(id))
  await server.drainJobs()
  expect(await read(id)).toMatchObject({ state: 'ready', stoppedBy: null, rows: 5 })
  expect(codeOf(await shop.owner.ask(imports.readOnFromCrm, of(id)))).toEqual([409, 'import_moved_on'])
})

it('leaves those who are here to the exchange, by its rules, and tells before what these do', async () => {
  const known = await newClient('Anna')
  const twins = await newClient('Boris')
  await query(server, 'update clients set bonus_minor = 900 where id = $1', [known.id])
  await connect(BOTH, { balance: 'theirs', bonus: 'theirs', discount: 'theirs' })
  await server.drainJobs()
  guest(1, { phone: known.tel, bonus: 12 })
  guest(2, { phone: twins.tel, name: 'First' })
  guest(3, { phone: twins.tel, name: 'Second' })
  guest(4, { phone: '' })
  guest(5, { phone: '+420601799999', name: 'Twice' })
  guest(6, { phone: '+420601799999', name: 'Thrice' })
  guest(7)
  const before = await byTel(known.tel)
  const file = await brought()
  const first = await checked(file)
  expect(await readFromLines(file.id)).toEqual(first)
  const preview = await checked(file)
  expect(preview.counts).toMatchObject({ fresh: 1, matched: 1, doubt: 4, bad: 1 })
  expect(preview.faults).toEqual([
    { code: 'several_there', lines: 4 },
    { code: 'no_phone', lines: 1 },
  ])
  expect(preview.sample.find(({ verdict }) => verdict === 'matched')).toMatchObject({
    bonusMinor: 1200,
    here: { bonusMinor: 900 },
    after: { bonusMinor: 1200 },
  })
  expect(await byTel(known.tel)).toEqual(before)
  const { faults } = await done(preview)
  expect(faults).toEqual(preview.faults)
  expect((await readFromLines(preview.id)).faults).toEqual(faults)
  expect(await byTel(known.tel)).toMatchObject({ bonus: 1200, crm_id: 'G-0001' })
  expect((await shop.owner.send(integration.readDesk, { params: at(), query: {} })).clients).toMatchObject([
    { id: twins.id, doubt: 'several' },
  ])
  expect(await count('clients')).toBe(3)
})

it('before the exchange has begun, the first meeting decides about those who are here', async () => {
  const known = await newClient('Anna')
  await connect(BOTH)
  await query(server, 'update integrations set begun_at = null where cabinet_id = $1', [shop.c])
  await query(server, 'delete from crm_clients where cabinet_id = $1', [shop.c])
  guest(1, { phone: known.tel, bonus: 700 })
  guest(2)
  const preview = await checked(await brought())
  expect(preview).toMatchObject({ isExchanging: false, counts: { fresh: 1, matched: 1 } })
  await done(preview)
  expect(await byTel(known.tel)).toMatchObject({ bonus: 0, crm_id: null })
  expect(await byTel('+420601700002')).toMatchObject({ bonus: 500, crm_id: 'G-0002' })
  await shop.owner.send(integration.lookUpClients, { params: at() })
  await begin()
  await server.drainJobs()
  expect(await byTel(known.tel)).toMatchObject({ bonus: 70_000, crm_id: 'G-0001' })
  expect(await byTel('+420601700002')).toMatchObject({ bonus: 500 })
})

it('brings nobody for whom the plan has no card', async () => {
  await connect(BOTH)
  guests(4)
  const file = await brought()
  await leave(3, file)
  const preview = await checked(file)
  expect(preview).toMatchObject({ room: 3, counts: { fresh: 4 } })
  expect(codeOf(await shop.owner.ask(imports.startImport, of(preview.id)))).toEqual([409, 'import_no_room'])
  expect(await count('clients')).toBe(0)
  await query(server, 'update cabinets set cards = 0 where id = $1', [shop.c])
})

it('brings them as preorders, who wait for the link', async () => {
  await connect(BOTH)
  guests(3)
  const result = await done(await checked(await brought(), { asPreorders: true }))
  expect(result.counts.added).toBe(3)
  expect(await byTel('+420601700001')).toMatchObject({ cards: 0, crm_id: 'G-0001' })
  expect((await shop.owner.send(preorders.readActivation, { params: at() })).waiting).toBe(3)
  expect((await done(result, 'undoImport')).counts.undone).toBe(3)
  expect(await count('preorders')).toBe(0)
})

it('keeps the number of an old card where it is free, and matches by it where phones do not contradict', async () => {
  const here = await newClient('Anna')
  await query(server, `update clients set card_number = 77, tel = '' where id = $1`, [here.id])
  const other = await newClient('Boris')
  await query(server, 'update clients set card_number = 78 where id = $1', [other.id])
  await connect(BOTH)
  await server.drainJobs()
  guest(1, { cardNumbers: ['000077'] })
  guest(2, { cardNumbers: ['78'] })
  guest(3, { cardNumbers: ['79'] })
  const preview = await checked(await brought())
  expect(preview.counts).toMatchObject({ matched: 1, fresh: 2 })
  await done(preview)
  const numbers = await query<{ card_number: number }>(
    server,
    `select card_number::int from clients where cabinet_id = $1 and tel like '+4206017%' order by tel`,
    [shop.c],
  )
  expect(numbers.map((row) => row.card_number)).toContain(79)
  expect(numbers.map((row) => row.card_number)).not.toContain(78)
})

it('an erased client is in nothing that was read, and what was read is gone after its time', async () => {
  await connect(BOTH)
  const client = await newClient('Zoraida')
  guest(1, { phone: client.tel, name: 'Zoraida' })
  const { id } = await checked(await brought())
  const mentions = () => query(server, `select from client_import_rows r where r::text like $1`, [`%${client.tel}%`])
  expect((await mentions()).length).toBe(1)
  const { cardNumber } = await shop.owner.send(clients.readClient, of(client.id))
  await shop.owner.send(erasures.eraseClient, { ...of(client.id), body: { confirm: cardNumberText(cardNumber) } })
  expect((await mentions()).length).toBe(0)
  expect(await count('client_import_parts')).toBe(0)
  expect((await shop.owner.ask(imports.readImport, of(id))).status).toBe(404)
})

it('is refused without a connection, and for a receiver that lists nobody', async () => {
  expect(codeOf(await shop.owner.ask(imports.bringFromCrm, { params: at() }))).toEqual([
    409,
    'integration_not_configured',
  ])
  await connect(BOTH)
  await shop.owner.send(integration.toggleIntegration, { params: at(), body: { isActive: false } })
  expect(codeOf(await shop.owner.ask(imports.bringFromCrm, { params: at() }))).toEqual([409, 'integration_not_active'])
})
