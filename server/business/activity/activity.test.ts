import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { access } from '../../../contract/platform/access.ts'
import { activity } from '../../../contract/business/activity.ts'
import { keys } from '../../../contract/platform/keys.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { operator } from '../../../contract/business/operator.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { clients } from '../../../contract/people/clients.ts'
import { variables } from '../../../contract/cards/variables.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, PASSWORD, type Person, request, type Shop, signIn } from '../../../test/people.ts'
import { Iphone, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { selectAuditOfCabinet } from '../../base/audit.ts'

let server: TestServer
let shop: Shop
let other: Shop
let member: Person
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Anna')
  other = await openShop(server, 'Boris')
  await setPlan(server, shop.c, 'expert')
  member = await signIn(server, 'Mira')
  await shop.owner.send(access.invitePerson, { params: { c: shop.c }, body: { email: member.email } })
  await member.send(access.answerInvite, { params: { inviterCabinetId: shop.c }, body: { answer: 'accept' } })
})
afterAll(() => server?.close())

const at = () => ({ c: shop.c })

/** A client with a card on a phone. */
async function newClient(): Promise<{ client: string }> {
  const phone = new Iphone(server)
  const { cardFileUrl } = await takeCard(server, shop.formUrl, {
    name: 'Cora',
    surname: 'Holder',
    tel: '+420601777111',
  })
  await phone.install(cardFileUrl)
  await phone.register()
  const [row] = await query<{ client_id: string }>(server, 'select client_id from passes where id = $1', [
    phone.pass.json.serialNumber,
  ])
  return { client: row?.client_id ?? '' }
}
const list = async (input: Record<string, string | number> = {}, person = shop.owner, c = shop.c) =>
  person.send(activity.listActivity, { params: { c }, query: { limit: 100, ...input } as never })
const rowsOf = async (input: Record<string, string | number> = {}) => (await list(input)).rows

describe('the activity of a business', () => {
  it('says who did what and when, the latest first, and nothing of another business', async () => {
    await member.send(variables.createVariable, {
      params: at(),
      body: { name: 'Colour', defaultValue: '', description: '' },
    })
    await other.owner.send(variables.createVariable, {
      params: { c: other.c },
      body: { name: 'Secret', defaultValue: '', description: '' },
    })
    const [latest] = await rowsOf()
    expect(latest).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      by: 'person',
      person: { id: expect.any(String), name: 'Mira Tester', email: member.email },
      call: 'variables.createVariable',
      subject: null,
    })
    const calls = (await rowsOf()).map((row) => row.call)
    expect(calls).toContain('access.answerInvite')
    expect(calls).toContain('templates.createTemplate')
    const foreign = (await list({}, other.owner, other.c)).rows
    expect(foreign.map((row) => row.person?.email)).not.toContain(member.email)
    expect(foreign.some((row) => row.person?.email === shop.owner.email)).toBe(false)
  })

  it('is for the owner: to a member it is not there', async () => {
    expect((await member.ask(activity.listActivity, { params: at() })).status).toBe(404)
    expect((await other.owner.ask(activity.listActivity, { params: at() })).status).toBe(404)
  })

  it('names the owner of a key as such, and support without a name', async () => {
    const key = await shop.owner.send(keys.createKey, {
      params: at(),
      body: { name: 'Till', scopes: ['pushes:write'], endsAt: null, password: PASSWORD },
    })
    await request(
      server,
      pushes.createPush,
      { params: { c: shop.c, pushType: 'text' }, body: { name: 'By key', message: 'Hi', templates: [shop.template] } },
      key.secret,
    )
    expect((await rowsOf())[0]).toMatchObject({
      by: 'key',
      person: { email: shop.owner.email },
      call: 'pushes.createPush',
    })
    const desk = await signIn(server, 'Desk')
    await query(server, 'update users set superuser = true where email = $1', [desk.email])
    await desk.send(operator.setAgent, { params: { cabinet: shop.c }, body: { isAgent: false } })
    const [row] = await rowsOf()
    expect(row).toMatchObject({ by: 'support', person: null, call: 'operator.setAgent' })
    expect(JSON.stringify(await rowsOf())).not.toContain(desk.email)
  })

  it('says on what it was done, by its present name, also what was created and what is gone', async () => {
    const subjects = async () => (await rowsOf({ limit: 2 })).map((row) => row.subject)
    const { id } = await shop.owner.send(pushes.createPush, {
      params: { ...at(), pushType: 'text' },
      body: { name: 'Spring', message: 'Hi', templates: [shop.template] },
    })
    expect((await subjects())[0]).toEqual({ kind: 'push', id, name: 'Spring' })
    const push = { ...at(), pushUuid: id }
    const { version } = await shop.owner.send(pushes.readPush, { params: push })
    await shop.owner.send(pushes.savePush, {
      params: push,
      body: { name: 'Summer', message: 'Hi', templates: [shop.template], version },
    })
    const renamed = { kind: 'push', id, name: 'Summer' }
    expect(await subjects()).toEqual([renamed, renamed])
    await shop.owner.send(pushes.removePush, { params: push })
    expect((await subjects())[0]).toEqual({ kind: 'push', id, name: null })
    const { client } = await newClient()
    await shop.owner.send(clients.sendMessage, {
      params: { ...at(), id: client },
      body: { message: 'Hello' },
    })
    expect((await subjects())[0]).toEqual({ kind: 'client', id: client, name: 'Cora Holder' })
    const formKey = shop.formUrl.split('/').at(-1)
    expect((await rowsOf()).map((row) => row.subject)).toContainEqual({
      kind: 'form',
      id: formKey,
      name: expect.any(String),
    })
  })

  it('leaves out read marks', async () => {
    const before = await rowsOf()
    await member.send(notifications.readAll, { params: at() })
    expect(await rowsOf()).toEqual(before)
  })

  it('is found by person and by Moscow day, also when the person has left', async () => {
    const { people } = await shop.owner.send(access.listPeople, { params: at() })
    const id = people.find((one) => one.email === member.email)?.id ?? ''
    expect(new Set((await rowsOf({ person: id })).map((row) => row.person?.email))).toEqual(new Set([member.email]))
    expect(await rowsOf({ person: crypto.randomUUID() })).toEqual([])
    const today = new Date(server.now().getTime() + 3 * 3_600_000).toISOString().slice(0, 10)
    expect(await rowsOf({ day: today })).toEqual(await rowsOf())
    expect(await rowsOf({ day: new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10) })).toEqual([])
    expect((await shop.owner.ask(activity.listActivity, { params: at(), query: { day: 'soon' } })).status).toBe(422)
    expect((await shop.owner.ask(activity.listActivity, { params: at(), query: { before: 'x' } })).status).toBe(422)
    await shop.owner.send(access.removePerson, { params: { c: shop.c, userId: id } })
    const [left] = await rowsOf({ person: id })
    expect(left?.person).toEqual({ id, name: 'Mira Tester', email: null })
  })

  it('goes on where it ended, without a row twice or left out', async () => {
    const all = (await rowsOf()).map((row) => row.id)
    const seen: string[] = []
    for (let before: string | null = ''; before !== null;) {
      const page: Awaited<ReturnType<typeof list>> = await list({ limit: 2, before })
      seen.push(...page.rows.map((row) => row.id))
      before = page.before
    }
    expect(seen).toEqual(all)
  })

  it('is read from behind a wall: without the condition of a cabinet no other rows come', async () => {
    const rows = await openForWork(server.app, shop.c, (db) =>
      selectAuditOfCabinet(db).clearWhere().select('audit_log.about_cabinet').execute(),
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map((row) => row.about_cabinet))).toEqual(new Set([shop.c]))
  })
})
