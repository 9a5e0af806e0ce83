/** A push whose workers are killed without warning, at any size. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pushes } from '../contract/reach/pushes.ts'
import { query, setPlan } from './direct-access.ts'
import { until } from './until.ts'
import type { WorkerOrder } from './crash-worker.ts'
import { openShop, type Shop } from './people.ts'
import { AndroidPhone, takeCard } from './phones.ts'
import { startTestServer, type TestServer } from './server.ts'
import { MASTER_KEY } from './template.ts'

/** How many cards with a phone, how many workers are killed, and how many phones each notifies before. */
type Size = { cards: number; kills: number; callsEach: number }

/** Registers the proof. */
export function provePushSurvives({ cards, kills, callsEach }: Size): void {
  let server: TestServer
  let shop: Shop
  const children: ChildProcess[] = []
  beforeAll(async () => {
    server = await startTestServer()
    shop = await openShop(server, 'Kim')
    await setPlan(server, shop.c, 'base')
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await server?.close()
  })

  async function startWorker(): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, './crash-worker.ts'), { stdio: 'inherit', execArgv: [] })
    children.push(child)
    const { dataDir } = server.app.env
    const order: WorkerOrder = {
      login: server.login,
      outside: server.app.outside,
      publicUrl: server.url,
      folder: dataDir,
      testRootPem: server.authority.rootPem,
      masterKey: MASTER_KEY,
    }
    child.send(order)
    await once(child, 'message')
    return child
  }

  /** Cards with a phone each, straight into the database; their tokens are known to the push service. */
  async function fillCabinet(): Promise<string[]> {
    const tokens: string[] = []
    for (let i = 0; i < cards; i++) {
      const response = await fetch(`${server.url}/outside/apple/courier/register`, {
        method: 'POST',
        headers: server.visitor,
      })
      tokens.push(((await response.json()) as { pushToken: string }).pushToken)
    }
    await query(
      server,
      `
    with made as (
      insert into clients (cabinet_id, id, name, card_number, template_id, created_at, updated_at)
      select $1, gen_random_uuid(), 'Client ' || n, 1000 + n, $2, now(), now()
      from generate_series(1, $3::int) n returning id, card_number
    ), cards as (
      insert into passes (cabinet_id, id, client_id, template_id, certificate_id, tag, modified_at, created_at)
      select $1, gen_random_uuid(), id, $2,
        (select id from apple_certificates where cabinet_id = $1 and state = 'active'), 0, now(), now()
      from made returning id, client_id
    )
    insert into registrations (cabinet_id, id, device_id, pass_id, push_token, created_at, token_at)
    select $1, gen_random_uuid(), 'device-' || m.card_number, c.id, ($4::text[])[m.card_number - 1000], now(), now()
    from cards c join made m on m.id = c.client_id`,
      [shop.c, shop.template, cards, tokens],
    )
    return tokens
  }

  it('loses nobody and shows nobody a message twice when workers are killed in the middle of a push', async () => {
    server.passTime(60_000)
    const phones: AndroidPhone[] = []
    for (let i = 0; i < 5; i++) {
      const phone = new AndroidPhone(server)
      await phone.save(
        (await takeCard(server, shop.formUrl, { name: `Droid ${i}`, tel: `+42060197000${i}` })).googleUrl,
      )
      phones.push(phone)
    }
    await until(
      async () => (await query(server, 'select 1 from passes where google_saved_at is not null')).length === 5,
      'Google reports five cards',
    )
    const tokens = await fillCabinet()
    const before = await query<{ id: string; message_number: number }>(
      server,
      'select id, message_number from passes where cabinet_id = $1',
      [shop.c],
    )
    server.outside.applePush.setTroubles({ slowMs: 30 })
    const push = await shop.owner.send(pushes.createPush, {
      params: { c: shop.c, pushType: 'text' },
      body: { name: 'Crash', message: 'Hello {cardholder}', templates: [shop.template] },
    })
    const params = { c: shop.c, pushUuid: push.id }
    await shop.owner.send(pushes.startSend, { params })
    const done = async () => (await shop.owner.send(pushes.sendStatus, { params })).done
    const notified = () => server.outside.applePush.requests.length

    for (let kill = 0; kill < kills; kill++) {
      const worker = await startWorker()
      const from = notified()
      await until(
        async () => notified() >= from + callsEach || (await done()) === cards + 5,
        'the worker notifies phones',
      )
      worker.kill('SIGKILL')
      await once(worker, 'exit')
      // As if the heartbeat had been missed for its ten seconds: any worker may take the job again.
      await query(server, `update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
    }
    expect(await done()).toBeLessThan(cards + 5)
    await startWorker()
    await until(
      async () => (await shop.owner.send(pushes.sendStatus, { params })).status === 'done',
      'the last worker ends the push',
    )

    const {
      runs: [run],
    } = await shop.owner.send(pushes.statistics, { params })
    expect(run).toMatchObject({ cards: cards + 5, sent: cards + 5, failed: 0, unknown: 0, apple: cards, google: 5 })
    const counts = new Map<string, number>()
    for (const { token } of server.outside.applePush.requests) counts.set(token, (counts.get(token) ?? 0) + 1)
    expect(tokens.filter((token) => !counts.has(token))).toEqual([])
    // What a phone shows is the change of one field: each card was written exactly once, however often its phone was
    // called.
    const after = new Map(
      (
        await query<{ id: string; message_number: number }>(
          server,
          'select id, message_number from passes where cabinet_id = $1',
          [shop.c],
        )
      ).map((row) => [row.id, row.message_number]),
    )
    expect(before.filter((row) => after.get(row.id) !== row.message_number + 1)).toEqual([])
    expect(
      await query(
        server,
        'select pass_id from client_messages where run_id is not null group by pass_id having count(*) > 1',
      ),
    ).toEqual([])
    for (const [index, phone] of phones.entries())
      expect((await phone.cards())[0]?.messages.map((message) => message.body)).toEqual([`Hello Droid ${index}`])
  })
}
