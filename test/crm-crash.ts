/** What comes from a CRM while workers are killed without warning: purchases with their points, and an import. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ImportFile, imports } from '../contract/people/imports.ts'
import { clients } from '../contract/people/clients.ts'
import { triggers } from '../contract/reach/triggers.ts'
import { HOUR_MS } from '../contract/time.ts'
import { readAll } from '../server/business/integration/reading.ts'
import { wakeTriggers } from '../server/reach/triggers/jobs.ts'
import { type CrashWorkers, openCrashWorkers } from './crash-workers.ts'
import { at, connect, crm, customerOf, newClient, openCrmServer, server, shop, sync } from './crm-story.ts'
import { query, setPlan } from './direct-access.ts'
import { makePush, newIphone } from './holders.ts'
import { setProgramme } from './purchase-story.ts'
import { until } from './until.ts'

type Size = { purchases: number; guests: number; kills: number }

const BUYERS = 3
/** Clients of an import that are added with one transaction. */
const ADDED = 500
/** Of this many purchases, one is refunded by half. */
const REFUNDED = 5

const countOf = async (table: string): Promise<number> =>
  (await query<{ n: number }>(server, `select count(*)::int as n from ${table} where cabinet_id = $1`, [shop.c]))[0]
    ?.n ?? 0
const rowsOf = (id: string) => async () =>
  (await query<{ rows: number }>(server, 'select rows from client_imports where id = $1', [id]))[0]?.rows ?? 0
/** As if the killed one had missed its heartbeat. */
const takeAgain = () =>
  query(server, `update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
const enqueue = (job: typeof readAll) => server.app.jobs.enqueue(server.app.database.db as never, job, {})

/** Registers the proof. */
export function proveCrmSurvives({ purchases, guests, kills }: Size): void {
  openCrmServer()
  let crowd: CrashWorkers
  beforeAll(() => {
    crowd = openCrashWorkers(server, 0.02)
  })
  // The next proof begins by removing what is there, while nobody works on it.
  afterEach(async () => {
    crowd.end()
    const isQuiet = async () =>
      (
        await query(
          server,
          `select from pg_stat_activity
           where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
        )
      ).length === 0
    await until(isQuiet, 'the killed ones are gone')
  })

  /**
   * Kills a worker each time when another part is done.
   * @param together so many are done with one transaction: between two of them there is nothing to see
   */
  async function killWhile(done: () => Promise<number>, all: number, together = 1): Promise<void> {
    const times = Math.min(kills, Math.ceil(all / together) - 1)
    for (let kill = 1; kill <= times; kill++) {
      const part = Math.floor((all * kill) / (times + 1))
      await until(async () => (await done()) >= part, `${part} of ${all} are done`, HOUR_MS)
      await crowd.replaceOldest()
      expect(await done(), 'the kill comes in the middle').toBeLessThan(all)
      await takeAgain()
    }
    await until(async () => (await done()) >= all, 'the last worker does the rest', HOUR_MS)
  }

  describe(`${kills} kills`, () => {
    it(
      `${purchases} purchases are read once, and earn what they earn once`,
      async () => {
        await setPlan(server, shop.c, 'expert')
        const buyers = []
        for (let no = 0; no < BUYERS; no++) {
          const buyer = await newClient(`Buyer${no}`)
          await newIphone(server, shop, buyer.tel, { ...buyer, googleUrl: '' })
          buyers.push(buyer)
        }
        await connect()
        await sync()
        await server.drainJobs()
        await setProgramme(shop)
        await turnOnTrigger()
        // The clock of this process may be ahead of the one that the workers have.
        for (const [table, moment] of [
          ['purchase_programmes', 'since'],
          ['triggers', 'started_at'],
          ['integrations', 'begun_at'],
        ])
          await query(server, `update ${table} set ${moment} = now() - interval '1 hour' where cabinet_id = $1`, [
            shop.c,
          ])
        const now = new Date().toISOString()
        const due = new Map(buyers.map(({ id }) => [id, 0]))
        for (let no = 0; no < purchases; no++) {
          const buyer = buyers[no % BUYERS]
          if (!buyer) continue
          const sum = 20 + (no % 50) * 2
          const common = { at: now, customerId: customerOf(buyer.tel)?.customerId ?? '', place: '', cashier: '' }
          crm().keepReceipt({ ...common, id: `sale-${no}`, kind: 'sale', sum })
          const isBack = no % REFUNDED === 0
          if (isBack)
            crm().keepReceipt({ ...common, id: `back-${no}`, kind: 'refund', saleId: `sale-${no}`, sum: sum / 2 })
          // Five percent of each document, in whole points.
          const points = Math.floor(((isBack ? sum / 2 : sum) * 5) / 100)
          due.set(buyer.id, (due.get(buyer.id) ?? 0) + points * 100)
        }
        const all = purchases + Math.ceil(purchases / REFUNDED)
        await crowd.start()
        await enqueue(readAll)
        await killWhile(() => countOf('external_events'), all)
        await until(async () => (await query(server, 'select from crm_purchases_waiting')).length === 0, 'nobody waits')
        // Everything again, from the beginning.
        await query(server, `update integrations set purchase_cursor = '' where cabinet_id = $1`, [shop.c])
        await enqueue(readAll)
        await until(
          async () =>
            (await query(server, `select from integrations where cabinet_id = $1 and purchase_cursor <> ''`, [shop.c]))
              .length === 1,
          'it is read again',
        )
        expect(await countOf('external_events')).toBe(all)
        const kept = await query<{ id: string; bonus: number; history: number; earned: number; bought: number }>(
          server,
          `select c.id, c.bonus_minor::int as bonus, p.purchases as bought,
             (select sum(delta)::int from balance_events h
               where h.client_id = c.id and h.source = 'purchase') as history,
             (select sum(earned_minor)::int from external_events e where e.client_id = c.id) as earned
           from clients c join client_purchases p on p.client_id = c.id where c.cabinet_id = $1`,
          [shop.c],
        )
        for (const one of kept) {
          const points = due.get(one.id)
          expect(one).toMatchObject({ bonus: points, history: points, earned: points })
        }
        expect(kept.reduce((sum, one) => sum + one.bought, 0)).toBe(purchases)
        expect(
          (await shop.owner.send(clients.readClient, { params: { ...at(), id: kept[0]?.id ?? '' } })).bonusMinor,
        ).toBe(kept[0]?.bonus)
        await killTrigger(purchases)
      },
      HOUR_MS,
    )

    it(
      `${guests} guests are brought and added once`,
      async () => {
        await setPlan(server, shop.c, 'expert')
        await connect({ read: true, write: true, rewrite: false })
        for (let no = 0; no < guests; no++)
          crm().customers.set(`G-${String(no).padStart(6, '0')}`, {
            customerId: `G-${String(no).padStart(6, '0')}`,
            name: `Guest${no}`,
            phone: `+42060${String(1_700_000 + no)}`,
            bonus: 5,
          } as never)
        await crowd.start()
        crm().router.setTroubles({ slowMs: 200 })
        const { id } = await shop.owner.send(imports.bringFromCrm, { params: at() })
        const of = { params: { ...at(), id } }
        const state = async (wanted: ImportFile['state']) =>
          (await shop.owner.send(imports.readImport, of)).state === wanted
        await killWhile(rowsOf(id), guests)
        await until(() => state('ready'), 'all are brought', HOUR_MS)
        const file = await shop.owner.send(imports.readImport, of)
        expect(file.rows).toBe(guests)
        await shop.owner.send(imports.checkImport, { ...of, body: { ...file.choices, template: shop.template } })
        await until(() => state('checked'), 'all are checked', HOUR_MS)
        await shop.owner.send(imports.startImport, of)
        await killWhile(() => countOf('clients'), guests, ADDED)
        await until(() => state('done'), 'all are added', HOUR_MS)
        expect((await shop.owner.send(imports.readImport, of)).counts).toMatchObject({ added: guests })
        const [counted] = await query(
          server,
          `select count(*)::int as clients, count(distinct c.tel)::int as phones,
             count(distinct cc.crm_id)::int as links,
             (select count(*)::int from passes p where p.cabinet_id = $1) as cards, sum(c.bonus_minor)::int as bonus
           from clients c join crm_clients cc on cc.client_id = c.id where c.cabinet_id = $1`,
          [shop.c],
        )
        expect(counted).toEqual({ clients: guests, phones: guests, links: guests, cards: guests, bonus: guests * 500 })
      },
      HOUR_MS,
    )
  })

  let trigger = ''
  async function turnOnTrigger(): Promise<void> {
    const { id } = await shop.owner.send(triggers.createTrigger, { params: at() })
    trigger = id
    const of = { params: { ...at(), triggerUuid: id } }
    await shop.owner.send(triggers.saveTrigger, {
      ...of,
      body: {
        name: 'Thanks',
        activation: 'purchase',
        segment: null,
        action: 'push',
        push: await makePush(shop, 'Thank you'),
        template: null,
        date: null,
        time: null,
        daysToBirthday: 0,
        daysAfterCreate: 1,
        removeTemplateAfterDays: null,
        version: 1,
      },
    })
    await shop.owner.send(triggers.switchTrigger, { ...of, body: { isActive: true } })
  }

  /** Killed with all of it written and nothing committed, a trigger has done nothing, and does it once afterwards. */
  async function killTrigger(purchases_: number): Promise<void> {
    const acts = async () => ({ acts: await countOf('trigger_acts'), runs: await countOf('push_runs') })
    await query(
      server,
      `create function rest_a_little() returns trigger language plpgsql as $$
       begin if new.looked_at is distinct from old.looked_at then perform pg_sleep(3); end if; return new; end $$`,
    )
    await query(
      server,
      `create trigger rest_a_little before update on triggers for each row execute function rest_a_little()`,
    )
    const look = async () => {
      await query(server, `update triggers set next_run_at = now() - interval '1 minute' where id = $1`, [trigger])
      await enqueue(wakeTriggers)
    }
    await look()
    await until(
      async () =>
        (
          await query(
            server,
            `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
          )
        ).length > 0,
      'it has written everything',
    )
    await crowd.replaceOldest()
    expect(await acts()).toEqual({ acts: 0, runs: 0 })
    await query(server, 'drop trigger rest_a_little on triggers')
    await takeAgain()
    await look()
    const once = { acts: purchases_, runs: 1 }
    await until(async () => (await acts()).acts === purchases_, 'it acts')
    await look()
    await until(
      async () =>
        (await query(server, 'select from triggers where id = $1 and next_run_at > now()', [trigger])).length > 0,
      'it has looked again',
    )
    expect(await acts()).toEqual(once)
  }
}
