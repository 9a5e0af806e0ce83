import { afterAll, beforeAll, expect, it } from 'vitest'
import { certificates } from '../../../contract/cards/certificates.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { fillShop } from '../../../test/crash-cards.ts'
import { type CrashWorkers, openCrashWorkers } from '../../../test/crash-workers.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { until } from '../../../test/until.ts'
import { issuePassCertificate, writeP12 } from '../../engines/wallet/apple/test-authority.ts'

const CARDS = 2_000
/** Each start of a worker takes seconds; with three it is green too. */
const KILLS = 1
const OWN = 'pass.example.own'

let server: TestServer
let shop: Shop
let crowd: CrashWorkers
beforeAll(async () => {
  server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '1000000' } })
  shop = await openShop(server, 'Kip')
  crowd = openCrashWorkers(server, 0.02)
})
afterAll(async () => {
  crowd?.end()
  await server?.close()
})

async function activate(): Promise<void> {
  const issued = await issuePassCertificate(server.authority, { passTypeIdentifier: OWN, teamIdentifier: 'KILLED1234' })
  const params = { c: shop.c }
  const file = new Blob([new Uint8Array(writeP12(issued, 'Open-me', { legacy: false }))])
  await shop.owner.send(certificates.uploadApple, { params, body: { password: 'Open-me' }, file })
  await shop.owner.send(certificates.activateApple, { params })
}

const change = async () =>
  (await shop.owner.send(cabinets.listJobs, { params: { c: shop.c } })).jobs.find((job) => job.kind === 'certificate')
const signedBy = () =>
  query<{ type: string; cards: number; phones: number }>(
    server,
    `select c.pass_type_identifier as type, count(*)::int as cards, count(r.id)::int as phones
     from passes p join apple_certificates c on c.cabinet_id = p.cabinet_id and c.id = p.certificate_id
     left join registrations r on r.cabinet_id = p.cabinet_id and r.pass_id = p.id
     where p.cabinet_id = $1 group by 1`,
    [shop.c],
  )

it('workers killed while cards move to a new pass type: each card has moved, and is counted, once', async () => {
  await fillShop(server, shop, { cards: CARDS, googleEvery: 0, sample: '' })
  await query(
    server,
    `create function rest_a_little() returns trigger language plpgsql as $$
     begin perform pg_sleep(0.05); return new; end $$`,
  )
  // A kill then falls into a part, before its transaction ends.
  await query(
    server,
    `create trigger rest_a_little before update on certificate_changes for each row execute function rest_a_little()`,
  )
  await activate()
  expect(await change()).toMatchObject({ state: 'queued', done: 0, total: CARDS })
  await crowd.start()
  for (let kill = 1; kill <= KILLS; kill++) {
    const from = (await change())?.done ?? 0
    await until(async () => ((await change())?.done ?? 0) > from, `some cards have moved before kill ${kill}`)
    await crowd.replaceOldest()
    const now = await change()
    expect([now?.state, (now?.done ?? CARDS) < CARDS], `kill ${kill} comes in the middle`).toEqual(['running', true])
    const [moved] = await query<{ cards: number }>(
      server,
      `select count(*)::int as cards from passes p join apple_certificates c on c.id = p.certificate_id
       where p.cabinet_id = $1 and c.pass_type_identifier = $2`,
      [shop.c, OWN],
    )
    expect((moved?.cards ?? 0) % 50, 'no half part').toBe(0)
    // As if it had missed its heartbeat.
    await query(server, `update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
  }
  await until(async () => (await change())?.state === 'done', 'all cards have moved')
  expect(await change()).toMatchObject({ done: CARDS, total: CARDS })
  expect(await signedBy()).toEqual([{ type: OWN, cards: CARDS, phones: 0 }])
})
