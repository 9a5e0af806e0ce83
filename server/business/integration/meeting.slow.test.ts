/**
 * Two bases of many clients meet and go on, and what they buy is read, while every fifth call of the CRM fails before
 * or after it was carried out and workers die in between. `MEETING_CLIENTS=10000` for the whole proof.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CAREFUL_POLICY, MEETING_RULES, type MeetingRule } from '../../../contract/business/crm-meeting.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import type { Found, Verbs } from '../../engines/crm/connector.ts'
import type { Purchase } from '../../engines/crm/purchases.ts'
import { Unreachable } from '../../engines/crm/troubles.ts'
import { connector as url } from '../../engines/crm/url/url.ts'
import { issueMissing } from '../../reach/passes/passes.ts'
import { exchangeClient } from './exchange.ts'
import type { Crm } from './held.ts'
import { readPurchases } from './purchases.ts'
import * as sql from './sql.ts'

const CLIENTS = Number(process.env.MEETING_CLIENTS ?? 400)
const PATIENCE_MS = 4 * HOUR_MS
/** Clients that are exchanged at the same time. */
const LANES = 4
/** Clients that get their cards together, as in a run. */
const PART = 50
const FAILING = 0.2
const SAME = 0.6
/** Documents of the CRM in one answer. */
const DOCUMENTS = 50

/** The same sequence in every run. @param subject whose sequence it is, whatever happens to others at the same time */
function openDice(seed: number, subject = ''): () => number {
  let state = [...subject].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, seed)
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** A worker that dies leaves no trouble behind, just an end. */
class Killed extends Error {}

type Guest = { crmId: string; tel: string; name: string; bonus: number }

async function inLanes<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const left = all.values()
  const lane = async () => {
    for (const one of left) await work(one)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** A CRM in memory that fails by the dice of whom it is asked about. */
function openFailingCrm(seed: number) {
  const allDice = new Map<string, () => number>()
  const diceOf = (subject: string) => {
    const known = allDice.get(subject) ?? openDice(seed, subject)
    allDice.set(subject, known)
    return known
  }
  const guests = new Map<string, Guest>()
  const byTel = new Map<string, Guest>()
  const operations = new Map<string, number>()
  const documents: Purchase[] = []
  const put = (guest: Guest) => {
    guests.set(guest.crmId, guest)
    byTel.set(guest.tel, guest)
  }
  const foundOf = ({ crmId, tel, name, bonus }: Guest): Found => ({
    crmId,
    tel,
    cardNumber: '',
    person: { name },
    amounts: { bonusMinor: bonus },
  })
  async function call<T>(subject: string, work: () => T): Promise<T> {
    const dice = diceOf(subject)
    const luck = dice()
    const trouble = () =>
      dice() < 0.5 ? new Unreachable('connection_lost', { mayHaveArrived: true }) : new Killed('the worker died')
    if (luck < FAILING / 2) throw trouble()
    const done = work()
    if (luck < FAILING) throw trouble()
    return done
  }
  const verbs: Verbs = {
    checkLogin: async () => ({}),
    checkProgram: async () => undefined,
    search: ({ tel }) => call(tel, () => [byTel.get(tel)].filter((one) => one !== undefined).map(foundOf)),
    create: (client) =>
      call(client.tel, () => {
        const guest = { crmId: `G-${guests.size}`, tel: client.tel, name: client.name, bonus: 0 }
        put(guest)
        return { crmId: guest.crmId }
      }),
    update: ({ crmId }) => call(crmId, () => guests.has(crmId)),
    adjust: (crmId, { bonusMinor = 0 }, { id, isRepeat }) =>
      call(crmId, () => {
        const guest = guests.get(crmId)
        if (!guest) throw new Error('no guest')
        // As vendors do: nothing there keeps a second request from being carried out, the caller has to look.
        if (isRepeat && operations.has(id)) return
        operations.set(id, (operations.get(id) ?? 0) + 1)
        guest.bonus += bonusMinor
      }),
    read: async () => [],
    purchases: (cursor) =>
      call('', () => {
        const from = Number(cursor || 0)
        const page = documents.slice(from, from + DOCUMENTS)
        return { purchases: page, next: String(from + page.length), isEnd: page.length < DOCUMENTS }
      }),
  }
  return { verbs, guests, byTel, operations, documents, put }
}

describe('two bases with many clients', () => {
  let server: TestServer
  let shop: Shop
  beforeAll(async () => {
    server = await startTestServer()
    shop = await openShop(server, 'Cora')
  })
  afterAll(() => server?.close())

  it.each(MEETING_RULES)(
    'meet by the rule %s, and every operation arrives once',
    async (rule: MeetingRule) => {
      const dice = openDice(7)
      const there = openFailingCrm(7)
      const before = new Map<string, { here: number; there: number }>()
      for (const table of ['integrations', 'clients'])
        await query(server, `delete from ${table} where cabinet_id = $1`, [shop.c])
      await query(
        server,
        `insert into clients (cabinet_id, id, template_id, card_number, name, tel, bonus_minor, version, created_at,
          updated_at)
        select $1, gen_random_uuid(), (select id from templates where cabinet_id = $1 limit 1), n, 'C' || n,
          '+42060' || lpad(n::text, 7, '0'), (n * 37) % 9000, 1, now(), now()
        from generate_series(1, $2::int) n`,
        [shop.c, CLIENTS],
      )
      const rows = await query<{ id: string; tel: string; bonus_minor: number }>(
        server,
        'select id, tel, bonus_minor::int from clients where cabinet_id = $1',
        [shop.c],
      )
      for (const { tel, bonus_minor: here } of rows) {
        const isThere = dice() < SAME
        const bonus = isThere ? Math.floor(dice() * 9000) : 0
        if (isThere) there.put({ crmId: `T-${tel}`, tel, name: 'There', bonus })
        before.set(tel, { here, there: isThere ? bonus : Number.NaN })
      }
      await query(
        server,
        `insert into integrations (cabinet_id, id, type, settings, is_read, is_write, is_rewrite, is_on, policy,
        begun_at, created_at, updated_at)
        values ($1, gen_random_uuid(), 'url', '{}', true, true, false, true, $2, now(), now(), now())`,
        [shop.c, { ...CAREFUL_POLICY, bonus: rule }],
      )
      const row = await openForWork(server.app, shop.c, sql.findIntegration)
      if (!row) throw new Error('there is no integration')
      const crm: Crm = { cabinetId: shop.c, domain: shop.domain, connector: url, row, verbs: there.verbs }
      let kills = 0
      const bring = async (id: string) => {
        for (;;) {
          try {
            return await exchangeClient(server.app, crm, id)
          } catch (error) {
            if (!(error instanceof Killed || error instanceof Unreachable)) throw error
            kills += Number(error instanceof Killed)
          }
        }
      }
      for (let at = 0; at < rows.length; at += PART) {
        const part = rows.slice(at, at + PART).map(({ id }) => id)
        await openForWork(server.app, shop.c, (db) => issueMissing(server.app, db, part))
        await inLanes(part, bring)
      }

      const RULES = { theirs: (_: number, b: number) => b, ours: (a: number) => a, larger: Math.max }
      const announced = ({ here, there: b }: { here: number; there: number }) =>
        Number.isNaN(b) ? here : RULES[rule](here, b)
      const bonusHere = async () =>
        new Map(
          (
            await query<{ tel: string; bonus_minor: number }>(
              server,
              'select tel, bonus_minor::int from clients where cabinet_id = $1',
              [shop.c],
            )
          ).map((one) => [one.tel, one.bonus_minor]),
        )
      const bothSides = async () => {
        const here = await bonusHere()
        return [...before.keys()].map((tel) => [tel, here.get(tel), there.byTel.get(tel)?.bonus])
      }
      expect(await bothSides()).toEqual([...before].map(([tel, one]) => [tel, announced(one), announced(one)]))

      // Both sides change, and the changes go out while calls fail and workers die.
      const changed = new Map<string, number>()
      const changing = rows
        .filter(() => dice() < 0.5)
        .map((one) => ({ ...one, mine: Math.floor(dice() * 500), theirs: Math.floor(dice() * 500) }))
      await inLanes(changing, async ({ id, tel, mine, theirs }) => {
        await query(server, 'update clients set bonus_minor = bonus_minor + $1, version = version + 1 where id = $2', [
          mine,
          id,
        ])
        const guest = there.byTel.get(tel)
        if (guest) guest.bonus += theirs
        changed.set(tel, mine + theirs)
        await bring(id)
      })
      const after = [...before].map(([tel, one]) => announced(one) + (changed.get(tel) ?? 0))
      expect([...before.keys()].map((tel) => there.byTel.get(tel)?.bonus)).toEqual(after)
      // What was bought is read meanwhile, with sales that are corrected and given back.
      const spent = new Map<string, number>()
      for (const { tel } of rows.filter(() => dice() < 0.5)) {
        const [crmId, amount] = [there.byTel.get(tel)?.crmId ?? '', 100 + Math.floor(dice() * 900)]
        const sale = { crmId, kind: 'sale', refundOf: null, at: server.now(), place: '', currency: null } as const
        const id = `${rule}-${tel}`
        there.documents.push({ ...sale, id, amountMinor: amount + 50, isVoid: false })
        if (dice() < 0.3) there.documents.push({ ...sale, id, amountMinor: amount, isVoid: false })
        const isBack = dice() < 0.2
        if (isBack)
          there.documents.push({
            ...sale,
            id: `${id}-back`,
            kind: 'refund',
            refundOf: id,
            amountMinor: 100,
            isVoid: false,
          })
        const last = there.documents.findLast((one) => one.id === id)?.amountMinor ?? 0
        spent.set(tel, last - Number(isBack) * 100)
      }
      for (let isRead = false; !isRead;) {
        const now = await openForWork(server.app, shop.c, sql.findIntegration)
        if (!now) throw new Error('there is no integration')
        try {
          isRead = await readPurchases(server.app, { ...crm, row: now })
        } catch (error) {
          if (!(error instanceof Killed || error instanceof Unreachable)) throw error
          kills += Number(error instanceof Killed)
        }
      }
      const kept = await query<{ tel: string; spent: number; bought: number }>(
        server,
        `select c.tel, p.spent_minor::int as spent, p.purchases as bought from client_purchases p
         join clients c on c.id = p.client_id where c.cabinet_id = $1 and p.purchases > 0`,
        [shop.c],
      )
      const readHere = new Map(kept.map((one) => [one.tel, [one.spent, one.bought]]))
      expect(readHere).toEqual(new Map([...spent].flatMap(([tel, sum]) => (sum > 0 ? [[tel, [sum, 1]]] : []))))
      // They change no amount where the CRM gives points itself.
      expect(
        await query(server, `select from balance_events where cabinet_id = $1 and source = 'purchase'`, [shop.c]),
      ).toEqual([])
      expect(kills).toBeGreaterThan(20)
      expect(there.guests.size).toBe(CLIENTS)
      expect(Math.max(...there.operations.values())).toBe(1)
    },
    PATIENCE_MS,
  )
})
