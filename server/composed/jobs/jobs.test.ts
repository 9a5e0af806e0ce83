import { afterAll, beforeAll, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { clientExports } from '../../../contract/people/exports.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Person, type Shop, signIn } from '../../../test/people.ts'
import { Iphone, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let shop: Shop
let colleague: Person
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Jana')
  await setPlan(server, shop.c, 'base')
  const { cardFileUrl } = await takeCard(server, shop.formUrl, { name: 'Guest', tel: '+420601990001' })
  const phone = new Iphone(server)
  await phone.install(cardFileUrl)
  await phone.register()
  colleague = await signIn(server, 'Colleague')
  await query(
    server,
    `insert into accesses (cabinet_id, id, user_id, role, created_at)
     select $1, gen_random_uuid(), id, 'member', now() from users where email = $2`,
    [shop.c, colleague.email],
  )
})
afterAll(() => server?.close())

const jobsOf = async (person: Person) =>
  (await person.send(cabinets.listJobs, { params: { c: shop.c } })).jobs.map(
    ({ id: _id, startedAt: _startedAt, endedAt, ...job }) => ({ ...job, isOver: endedAt !== null }),
  )

it('shows the work of an account to all its people, from its start until an hour after its end', async () => {
  expect(await jobsOf(colleague)).toEqual([])
  const push = await shop.owner.send(pushes.createPush, {
    params: { c: shop.c, pushType: 'text' },
    body: { name: 'Friday', message: 'Hello', templates: [shop.template] },
  })
  await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid: push.id } })
  await shop.owner.send(templates.updateCards, { params: { c: shop.c }, body: { template: shop.template } })
  await shop.owner.send(clientExports.startExport, {
    params: { c: shop.c },
    body: { columns: ['name'], rows: { of: 'all' } },
  })
  const plain = { name: '', done: 0, total: 1, failed: 0, isOver: false, state: 'queued', subjectId: null }
  const begun = await jobsOf(colleague)
  expect(begun).toHaveLength(3)
  expect(begun).toContainEqual({ ...plain, kind: 'push', name: 'Friday', subjectId: push.id })
  expect(begun).toContainEqual({ ...plain, kind: 'cards' })
  // Only the person who asked for a file may open it.
  expect(begun).toContainEqual({ ...plain, kind: 'export' })
  expect((await jobsOf(shop.owner)).find((job) => job.kind === 'export')?.subjectId).not.toBeNull()
  await server.drainJobs()
  const over = { ...plain, done: 1, isOver: true, state: 'done' }
  const ended = await jobsOf(colleague)
  expect(ended).toContainEqual({ ...over, kind: 'cards' })
  expect(ended).toContainEqual({ ...over, kind: 'export' })
  expect(ended.find((job) => job.kind === 'push')).toMatchObject({ isOver: true, done: 1, total: 1 })
  await query(server, `update push_runs set ended_at = ended_at - interval '61 minutes'`)
  await query(server, `update card_updates set ended_at = ended_at - interval '61 minutes'`)
  await query(server, `update client_exports set ready_at = ready_at - interval '61 minutes'`)
  expect(await jobsOf(colleague)).toEqual([])
})
