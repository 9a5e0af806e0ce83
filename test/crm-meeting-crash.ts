/**
 * Two bases meet, part and meet again, as their owner does it: a look-up, the word to begin, the run of the day, and
 * rounds of reading. Meanwhile every fifth call of the CRM breaks off, half of them after they were carried out, and
 * the workers are processes that are killed without warning.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CAREFUL_POLICY, type Meeting, type MeetingRule } from '../contract/business/crm-meeting.ts'
import { integration } from '../contract/business/integration.ts'
import { HOUR_MS } from '../contract/time.ts'
import { readAll } from '../server/business/integration/reading.ts'
import { type CrashWorkers, openCrashWorkers } from './crash-workers.ts'
import { at, crm, openCrmServer, right, save, server, shop, status, sync } from './crm-story.ts'
import { query, setPlan } from './direct-access.ts'
import { until } from './until.ts'

const BROKEN = 0.2
const SAME = 0.6
/** How often the test looks how far the workers are. */
const LOOK_MS = 20

type Size = { clients: number; kills: number; rules: readonly MeetingRule[] }
/** Points of both sides as they have to be, by phone. */
type Due = Map<string, number>

const RULES = { theirs: (_: number, there: number) => there, ours: (here: number) => here, larger: Math.max }
const telOf = (no: number) => `+42060${String(no).padStart(7, '0')}`
const pointsOf = (no: number, factor: number) => ((no * factor) % 9_000) + 1
/** Clients of ours are the first ones; those of theirs begin before the last of ours. */
const isSame = (no: number, clients: number) => no > clients * (1 - SAME) && no <= clients

/** Registers the proof. */
export function proveMeetingSurvives({ clients, kills, rules }: Size): void {
  openCrmServer()
  let crowd: CrashWorkers
  let killed = 0
  beforeAll(() => {
    crowd = openCrashWorkers(server, 0.001)
  })
  // The next proof begins by removing what is there, while nobody works on it.
  afterEach(async () => {
    crowd.end()
    await until(
      async () =>
        (await query(server, `select from pg_stat_activity ${OTHERS} and xact_start is not null`)).length === 0,
      'the killed ones are gone',
    )
  })

  const countOf = async (text: string, ...values: unknown[]): Promise<number> =>
    (await query<{ n: number }>(server, text, [shop.c, ...values]))[0]?.n ?? 0

  /** Runs that wait because a call broke off wait no longer. */
  async function wakeJobs(): Promise<void> {
    const names = await query<{ name: string }>(
      server,
      `update pgboss.job set start_after = now() - interval '1 second'
       where state < 'active' and start_after > now() returning name`,
    )
    for (const { name } of names)
      await query(server, `select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), $1)`, [name])
  }

  /** @param times kills at most, each when another part is done @param nudge begins what has ended too early */
  async function killWhile(what: string, times: number, done: () => Promise<number>, nudge = async () => {}) {
    const reached = async (part: number) => {
      await until(
        async () => {
          await sleep(LOOK_MS)
          await wakeJobs()
          await nudge()
          return (await done()) >= part
        },
        `${what}: ${part} of ${clients}`,
        HOUR_MS,
      )
    }
    let inTheMiddle = 0
    for (let kill = 1; kill <= times; kill++) {
      await reached(Math.floor((clients * kill) / (times + 1)))
      // A short piece of work may end between two looks: a kill after it would prove nothing.
      if ((await done()) >= clients) break
      await crowd.replaceOldest()
      inTheMiddle += 1
      killed += 1
      // As if the killed one had missed its heartbeat.
      await query(server, `update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
    }
    expect(inTheMiddle, `${what}: kills in the middle`).toBeGreaterThanOrEqual(Math.ceil(times / 2))
    await reached(clients)
  }

  async function fill(): Promise<void> {
    await query(
      server,
      `insert into clients (cabinet_id, id, template_id, card_number, name, tel, bonus_minor, version, created_at,
         updated_at)
       select $1, gen_random_uuid(), (select id from templates where cabinet_id = $1 limit 1), 1000 + n, 'C' || n,
         '+42060' || lpad(n::text, 7, '0'), ((n * 37) % 9000) + 1, 1, now(), now()
       from generate_series(1, $2::int) n`,
      [shop.c, clients],
    )
    const first = Math.floor(clients * (1 - SAME)) + 1
    for (let no = first; no < first + clients; no++) {
      const customerId = `T-${String(no).padStart(7, '0')}`
      crm().customers.set(customerId, { customerId, name: 'There', phone: telOf(no), bonus: pointsOf(no, 53) / 100 })
    }
  }

  const pointsHere = async (): Promise<Due> =>
    new Map(
      (
        await query<{ tel: string; bonus: number }>(
          server,
          'select tel, bonus_minor::int as bonus from clients where cabinet_id = $1 order by card_number',
          [shop.c],
        )
      ).map(({ tel, bonus }) => [tel, bonus]),
    )
  const customersByTel = () => new Map([...crm().customers.values()].map((one) => [one.phone ?? '', one]))
  const pointsThere = (): Due =>
    new Map([...customersByTel()].map(([tel, { bonus = 0 }]) => [tel, Math.round(bonus * 100)]))

  async function expectSides(here: Due, there: Due): Promise<void> {
    expect(await pointsHere()).toEqual(here)
    expect(pointsThere()).toEqual(there)
  }

  /** @returns what the preview says of all, and of the first hundred */
  async function lookUp(rule: MeetingRule): Promise<Meeting> {
    expect((await save(right({ flags: { read: true, write: true, rewrite: false } }))).status).toBe(200)
    await shop.owner.send(integration.activateIntegration, { params: at() })
    crm().router.setTroubles({ brokenRate: BROKEN })
    await crowd.start()
    await killWhile(
      'looked up',
      Math.round(kills / 4),
      () => countOf('select count(*)::int as n from crm_clients where cabinet_id = $1 and match is not null'),
      async () => {
        const [row] = await query<{ state: string }>(
          server,
          'select look_state as state from integrations where cabinet_id = $1',
          [shop.c],
        )
        if (row?.state === 'failed') throw new Error('the look-up has ended')
      },
    )
    const preview = () =>
      shop.owner.send(integration.readMeeting, { params: at(), query: { bonus: rule } }) as Promise<Meeting>
    await until(
      async () => {
        await sleep(LOOK_MS)
        await wakeJobs()
        return (await preview()).state === 'done'
      },
      'everybody was looked up',
      HOUR_MS,
    )
    return preview()
  }

  describe(`${clients} clients here and as many there, ${kills} kills, every fifth call broken off`, () => {
    it.each(rules)(
      'meet by the rule %s: each amount is as announced, and every operation arrives once',
      async (rule) => {
        const sinceMs = performance.now()
        killed = 0
        await setPlan(server, shop.c, 'expert')
        await fill()
        const before = await pointsHere()
        const there = pointsThere()
        const numbers = Array.from({ length: clients }, (_, place) => place + 1)
        const due: Due = new Map(
          numbers.map((no) => {
            const [tel, ours] = [telOf(no), pointsOf(no, 37)]
            return [tel, isSame(no, clients) ? RULES[rule](ours, there.get(tel) ?? Number.NaN) : ours]
          }),
        )
        const strangers: Due = new Map([...there].filter(([tel]) => !before.has(tel)))
        const meeting = await lookUp(rule)
        const same = numbers.filter((no) => isSame(no, clients)).length
        expect(meeting).toMatchObject({ total: clients, same, new: clients - same, doubt: 0 })
        const sumOf = (all: Iterable<number>) => [...all].reduce((sum, one) => sum + one, 0)
        const met = numbers.filter((no) => isSame(no, clients)).map(telOf)
        expect(meeting.sums.after.bonus).toBe(sumOf(met.map((tel) => due.get(tel) ?? Number.NaN)))
        const telsOf = new Map(
          (
            await query<{ id: string; tel: string }>(server, 'select id, tel from clients where cabinet_id = $1', [
              shop.c,
            ])
          ).map(({ id, tel }) => [id, tel]),
        )
        for (const { id, after } of meeting.clients) expect(after.bonus).toBe(due.get(telsOf.get(id) ?? ''))
        // Nothing has changed so far.
        await expectSides(before, there)

        const policy = { ...CAREFUL_POLICY, bonus: rule }
        await shop.owner.send(integration.beginExchange, { params: at(), body: { policy } })
        await sync()
        await killWhile(
          'written',
          Math.round(kills / 2),
          () => countOf('select count(*)::int as n from crm_clients where cabinet_id = $1 and written_version > 0'),
          async () => {
            if ((await status()).state === 'failed') await sync()
          },
        )
        await until(async () => (await status()).state === 'done', 'the run has ended', HOUR_MS)
        expect(await status()).toMatchObject({ failed: 0 })
        await expectSides(due, new Map([...strangers, ...due]))

        // Both sides change, each its own way, and both changes meet.
        const customers = customersByTel()
        for (const no of numbers) {
          const tel = telOf(no)
          const [mine, theirs] = [no % 2 === 0 ? 100 + (no % 400) : 0, no % 3 === 0 ? 200 + (no % 300) : 0]
          const one = customers.get(tel)
          const bonus = (Math.round((one?.bonus ?? 0) * 100) + theirs) / 100
          if (theirs > 0 && one) crm().change(one.customerId, { bonus })
          due.set(tel, (due.get(tel) ?? Number.NaN) + mine + theirs)
        }
        await query(
          server,
          `update clients set bonus_minor = bonus_minor + 100 + ((card_number - 1000) % 400), version = version + 1
           where cabinet_id = $1 and card_number % 2 = 0`,
          [shop.c],
        )
        await query(server, 'create table if not exists due_points (tel text primary key, bonus bigint)')
        await query(server, 'truncate due_points')
        await query(server, 'insert into due_points select * from unnest($1::text[], $2::bigint[])', [
          [...due.keys()],
          [...due.values()],
        ])
        const isBusy = async () =>
          (
            await query(
              server,
              `select from pgboss.job where name = 'read-clients' and state in ('created', 'retry', 'active')`,
            )
          ).length > 0
        await killWhile(
          'met again',
          kills - killed,
          () =>
            countOf(
              `select count(*)::int as n from clients c join due_points d using (tel)
               join crm_clients cc on cc.client_id = c.id
               where c.cabinet_id = $1 and c.bonus_minor = d.bonus and cc.their_bonus = d.bonus
                 and cc.operation_id is null`,
            ),
          async () => {
            if (!(await isBusy())) await server.app.jobs.enqueue(server.app.database.db as never, readAll, {})
          },
        )
        await expectSides(due, new Map([...strangers, ...due]))
        const tookS = Math.round((performance.now() - sinceMs) / 1000)
        process.stdout.write(
          `${clients} clients, ${rule}: ${killed} kills, ${crm().router.calls()} calls, ${tookS} s\n`,
        )
      },
      4 * HOUR_MS,
    )
  })
}

const OTHERS = `where datname = current_database() and pid <> pg_backend_pid()`
