/** A push whose workers are killed without warning, at any size, with vendors that work or fail. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pushes } from '../contract/reach/pushes.ts'
import { HOUR_MS } from '../contract/time.ts'
import type { Troubles } from '../emulators/apple-push/apple-push.ts'
import { type CrashCards, fillShop } from './crash-cards.ts'
import { type CrashWorkers, openCrashWorkers } from './crash-workers.ts'
import { query, setPlan } from './direct-access.ts'
import { openShop, type Shop } from './people.ts'
import { AndroidPhone, takeCard } from './phones.ts'
import { startTestServer, type TestServer } from './server.ts'
import { until } from './until.ts'

/** How many cards, how many workers at the same time, and how many of them are killed, one after another. */
type Size = {
  cards: number
  kills: number
  workers?: number
  /** One card of so many is at Google alone, and another one in both wallets; 0: none. */
  googleEvery?: number
  /** While workers are killed, a fifth of all calls fails, each time in another way. */
  areVendorsFailing?: boolean
}

const ANDROIDS = 5

type GoogleTroubles = { status500Rate: number; status429Rate: number }
const NO_TROUBLES = { apple: {}, google: { status500Rate: 0, status429Rate: 0 } }
const TURNS: readonly { apple: Troubles; google: GoogleTroubles }[] = [
  { apple: { status503Rate: 0.2 }, google: { status500Rate: 0.2, status429Rate: 0 } },
  { apple: { status429Rate: 0.2 }, google: { status500Rate: 0, status429Rate: 0.2 } },
  { apple: { resetRate: 0.2 }, google: { status500Rate: 0.1, status429Rate: 0.1 } },
]

type Card = { id: string; message_number: number }

/** Registers the proof. */
export function provePushSurvives(size: Size): void {
  const { cards, kills, workers = 1, googleEvery = 0, areVendorsFailing = false } = size
  const total = cards + ANDROIDS
  let server: TestServer
  let shop: Shop
  let crowd: CrashWorkers
  /** Phones that Apple has accepted a push for, and all calls so far. */
  const accepted = new Set<string>()
  let calls = 0

  function countCalls(): number {
    const seen = server.outside.applePush.requests.splice(0)
    for (const { token, status } of seen) if (status === 200) accepted.add(token)
    calls += seen.length
    return calls
  }

  function trouble({ apple, google }: { apple: Troubles; google: GoogleTroubles }): void {
    server.outside.applePush.setTroubles({ slowMs: 30, ...apple })
    server.outside.googleWallet.setTroubles(google)
  }

  const cardsNow = () => query<Card>(server, 'select id, message_number from passes where cabinet_id = $1', [shop.c])

  async function savePhones(): Promise<{ phones: AndroidPhone[]; sample: string }> {
    const phones: AndroidPhone[] = []
    let sample = ''
    for (let i = 0; i < ANDROIDS; i++) {
      const phone = new AndroidPhone(server)
      const { googleUrl } = await takeCard(server, shop.formUrl, { name: `Droid ${i}`, tel: `+42060197000${i}` })
      sample = await phone.save(googleUrl)
      phones.push(phone)
    }
    await until(
      async () => (await query(server, 'select 1 from passes where google_saved_at is not null')).length === ANDROIDS,
      'Google reports the cards',
    )
    return { phones, sample }
  }

  /** Kills workers in the middle of the push. */
  async function killByTurns(): Promise<void> {
    const callsEach = Math.floor(cards / 2 / kills)
    for (let kill = 0; kill < kills; kill++) {
      if (areVendorsFailing) trouble(TURNS[kill % TURNS.length] ?? NO_TROUBLES)
      const from = countCalls()
      await until(() => countCalls() >= from + callsEach, `workers notify phones before kill ${kill + 1}`, HOUR_MS)
      await crowd.replaceOldest()
      // As if all had missed their heartbeat: any worker may take any job again. Otherwise the queue finds it out.
      if (workers === 1 || kill % 2 === 0)
        await query(server, `update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
    }
  }

  async function expectEachGotIt(phones: readonly AndroidPhone[], filled: CrashCards, before: readonly Card[]) {
    countCalls()
    expect(filled.tokens.filter((token) => !accepted.has(token))).toEqual([])
    // What a phone shows is the change of one field: each card was written exactly once, however often its phone was
    // called.
    const after = new Map((await cardsNow()).map((row) => [row.id, row.message_number]))
    expect(before).toHaveLength(total)
    expect(before.filter((row) => after.get(row.id) !== row.message_number + 1)).toEqual([])
    const states = await query<{ state: string; apple: string | null; google: string | null; count: number }>(
      server,
      `select state, apple, google, count(*)::int as count from client_messages where run_id is not null
        group by state, apple, google`,
    )
    const isSent = (state: string | null) => state === null || state === 'sent'
    expect(states.filter((one) => ![one.state, one.apple, one.google].every(isSent))).toEqual([])
    expect(states.reduce((sum, one) => sum + one.count, 0)).toBe(total)
    for (const [index, phone] of phones.entries())
      expect((await phone.cards())[0]?.messages.map((message) => message.body)).toEqual([`Hello Droid ${index}`])
    const { objects } = server.outside.googleWallet.snapshot()
    const bodies = filled.objects.map(({ id, name }) => ({
      name,
      texts: ((objects[id]?.['messages'] ?? []) as { body: string }[]).map((message) => message.body),
    }))
    expect(bodies.filter(({ name, texts }) => texts.join() !== `Hello ${name}`)).toEqual([])
  }

  describe(`${cards} cards, ${workers} workers, ${kills} kills${areVendorsFailing ? ', failing vendors' : ''}`, () => {
    beforeAll(async () => {
      // The test asks often how far so many cards are.
      server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '1000000' } })
      shop = await openShop(server, 'Kim')
      await setPlan(server, shop.c, 'base')
      // Thousands of cards at Google take the pace that Google allows; five do not.
      crowd = openCrashWorkers(server, googleEvery > 0 ? 1 : 0.02)
    })
    afterAll(async () => {
      crowd?.end()
      await server?.close()
    })

    it(
      'loses nobody and shows nobody a message twice when workers are killed in the middle of a push',
      async () => {
        server.passTime(60_000)
        const { phones, sample } = await savePhones()
        const filled = await fillShop(server, shop, { cards, googleEvery, sample })
        const before = await cardsNow()
        trouble(NO_TROUBLES)
        const push = await shop.owner.send(pushes.createPush, {
          params: { c: shop.c, pushType: 'text' },
          body: { name: 'Crash', message: 'Hello {cardholder}', templates: [shop.template] },
        })
        const params = { c: shop.c, pushUuid: push.id }
        const status = () => shop.owner.send(pushes.sendStatus, { params })
        const runOf = async () => (await shop.owner.send(pushes.statistics, { params })).runs[0]
        for (let i = 0; i < workers; i++) await crowd.start()
        const startedMs = performance.now()
        await shop.owner.send(pushes.startSend, { params })

        await killByTurns()
        expect((await status()).done).toBeLessThan(total)
        trouble(NO_TROUBLES)
        await until(
          async () => (await status()).status === 'done' && (await runOf())?.waiting === 0,
          'the last workers end the push',
          HOUR_MS,
        )
        await until(
          async () => (await query(server, 'select 1 from wallet_retries limit 1')).length === 0,
          'no wallet is owed anything',
          HOUR_MS,
        )
        await expectEachGotIt(phones, filled, before)
        expect(await runOf()).toMatchObject({
          cards: total,
          sent: total,
          failed: 0,
          unknown: 0,
          waiting: 0,
          apple: filled.tokens.length,
          google: ANDROIDS + filled.googleAlone,
        })
        const tookS = Math.round((performance.now() - startedMs) / 1000)
        process.stdout.write(`${total} cards, ${kills} kills, ${calls} calls of Apple, sent in ${tookS} s\n`)
      },
      4 * HOUR_MS,
    )
  })
}
