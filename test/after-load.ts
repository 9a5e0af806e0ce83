/** What has to be there after a load, whatever has happened meanwhile: all that was acknowledged, nothing half made. */
import { expect } from 'vitest'
import { type Cabinet, cabinets } from '../contract/platform/cabinets.ts'
import { clients } from '../contract/people/clients.ts'
import { users } from '../contract/platform/users.ts'
import { CANDIDATE_DRIFT } from './candidate-drift.ts'
import type { Installation } from './killable.ts'
import type { Business, Ledger } from './mixed-load.ts'
import { Person, request } from './people.ts'
import { visitorOf } from './processes.ts'
import { seenFromOutside } from './seen-from-outside.ts'
import { WALLET_DRIFT } from './wallet-drift.ts'

const EDITED = 3

/** The shop of the demo, and its owner. */
export async function openBusiness(now: Installation, password: string): Promise<Business> {
  const server = await seenFromOutside(now.web.url, await visitorOf(now.web))
  const email = 'anna@kartoteka.example'
  const login = await request(server, users.login, { body: { email, password } })
  const { token } = login.body.data as { token: string }
  const anna = new Person(server, email, token)
  const { data: shops } = await anna.send(cabinets.listCabinets, { query: {} })
  const c = (shops as Cabinet[]).find((shop) => shop.domain === 'coffee-lab')?.id ?? 0
  const { data: some } = await anna.send(clients.listClients, { params: { c }, query: { limit: EDITED } })
  const templates = await now.query<{ id: string }>(
    'select distinct template_id as id from passes where cabinet_id = $1',
    [c],
  )
  return {
    server,
    formUrl: `${server.url}/f/coffee-lab/welcome`,
    owner: { email, password, token },
    c,
    templates: templates.map(({ id }) => id),
    clientIds: some.map(({ id }) => id),
  }
}

/** Rows that one transaction has to write together, and what may be there once. */
const FAULTS = {
  'clients without their card': `select id from clients c
    where not exists (select from passes p where p.cabinet_id = c.cabinet_id and p.client_id = c.id)`,
  'clients with one number': `select tel from clients where tel <> '' group by cabinet_id, tel having count(*) > 1`,
  'submissions without their client': `select token from form_submissions s
    where not exists (select from clients c where c.cabinet_id = s.cabinet_id and c.id = s.client_id)`,
  'points without their history': `select c.id from clients c
    join lateral (select after from balance_events e where e.cabinet_id = c.cabinet_id and e.client_id = c.id
      and e.kind = 'bonus' order by e.at desc, abs(e.after) desc limit 1) last on true
    where c.bonus_minor <> last.after`,
  // The further cards of one person carry the text in silence and are not counted (decision 056).
  'runs without their cards': `select r.id from push_runs r where r.cards <>
    (select coalesce(sum(cardinality(passes) - cardinality(silent)), 0) from push_chunks k
     where k.cabinet_id = r.cabinet_id and k.run_id = r.id)`,
  'pushes that are sent without a run': `select p.id from pushes p where p.status in ('queue', 'sending')
    and not exists (select from push_runs r where r.cabinet_id = p.cabinet_id and r.push_id = p.id)`,
  'parts of runs without a job': `select k.run_id from push_chunks k where k.done < cardinality(k.passes)
    and not exists (select from pgboss.job j where j.name = 'send-chunk' and j.data ->> 'runId' = k.run_id::text
      and (j.data ->> 'no')::int = k.no and j.state < 'completed')`,
  'batches without their messages': `select k.run_id from push_chunks k
    join push_runs r on r.cabinet_id = k.cabinet_id and r.id = k.run_id
    where (select count(*) from client_messages m where m.cabinet_id = k.cabinet_id and m.run_id = k.run_id) <
      (select sum(done) from push_chunks o where o.cabinet_id = k.cabinet_id and o.run_id = k.run_id)
      and r.failed = 0`,
  'messages that are doubled': `select pass_id from client_messages where run_id is not null
    group by cabinet_id, run_id, pass_id having count(*) > 1`,
  'wallets that are not those of the cards': WALLET_DRIFT,
  'clients whom no reminder would reach': CANDIDATE_DRIFT,
} as const

export async function expectNothingHalfMade(now: Installation): Promise<void> {
  const found: string[] = []
  for (const [what, statement] of Object.entries(FAULTS)) if ((await now.query(statement)).length > 0) found.push(what)
  expect(found).toEqual([])
}

export async function expectAllThere(now: Installation, { server, c, owner }: Business, ledger: Ledger): Promise<void> {
  const held = await now.query<{ tel: string; cards: string }>(
    `select c.tel, count(p.id) as cards from clients c
     left join passes p on p.cabinet_id = c.cabinet_id and p.client_id = c.id
     where c.cabinet_id = $1 and c.tel = any($2) group by c.id, c.tel`,
    [c, ledger.forms.map(({ tel }) => tel)],
  )
  const cards = new Map(held.map((row) => [row.tel, Number(row.cards)]))
  expect(ledger.forms.filter(({ tel, page }) => page !== null && cards.get(tel) !== 1)).toEqual([])
  const lastPage = ledger.forms.findLast(({ page }) => page !== null)?.page
  if (lastPage) expect((await fetch(`${server.url}${lastPage}`)).status).toBe(200)

  const devices = new Set(
    (
      await now.query<{ one: string }>(
        `select device_id || ' ' || pass_id || ' ' || push_token as one from registrations`,
      )
    ).map(({ one }) => one),
  )
  expect(ledger.phones.filter(({ device, serial, token }) => !devices.has(`${device} ${serial} ${token}`))).toEqual([])

  const person = new Person(server, owner.email, owner.token)
  for (const [id, { acknowledged, sent }] of ledger.edits) {
    const { name, bonusMinor } = await person.send(clients.readClient, { params: { c, id } })
    if (acknowledged === 0) continue
    expect(bonusMinor).toBeGreaterThanOrEqual(acknowledged * 100)
    expect(bonusMinor).toBeLessThanOrEqual(sent * 100)
    expect(name).toBe(`Edited ${bonusMinor / 100}`)
  }
  const saved = await now.query<{ id: string; runs: number }>(
    'select id, (select count(*)::int from push_runs where push_id = p.id) as runs from pushes p',
  )
  const runs = new Map(saved.map((push) => [push.id, push.runs]))
  const isWrong = (id: string, isStarted: boolean) =>
    isStarted ? runs.get(id) !== 1 : ![0, 1].includes(runs.get(id) ?? -1)
  expect(ledger.pushes.filter(({ id, isStarted }) => isWrong(id, isStarted))).toEqual([])
  for (const token of ledger.logins) expect((await request(server, users.me, {}, token)).status).toBe(200)
}
