/** What the database keeps of everybody is what the rule for one client says of each, as both were at the look. */
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { type MeetingPolicy, MEETING_RULES } from '../../../contract/business/crm-meeting.ts'
import { AMOUNT_KINDS } from '../../../contract/limits.ts'
import { openCrmServer, newClient, server, shop } from '../../../test/crm-story.ts'
import { query } from '../../../test/direct-access.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { AmountAbility } from '../../engines/crm/connector.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { forgetClient } from './clients-sql.ts'
import { forgetFound, unlink } from './forgets-sql.ts'
import { correctLooked, gatherLooked, looked } from './looked-sums-sql.ts'
import { firstLooked, keepMatch } from './meeting-sql.ts'
import { type Choice, totalOf, UNKNOWN } from './meeting.ts'
import { rebase } from './rebase.ts'

openCrmServer()

const CLIENTS = 300
const STEPS = 300
const COLUMNS = { balance: 'balanceMinor', bonus: 'bonusMinor', discount: 'discountHundredths' } as const
const ABILITIES: readonly AmountAbility[] = ['none', 'read', 'both']
const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T
const each = <T>(of: () => T) => ({ balance: of(), bonus: of(), discount: of() })

type Ours = Record<keyof typeof COLUMNS, number>
type Found = { match: 'same' | 'none' | 'doubt'; theirs: Record<keyof typeof COLUMNS, number | null> }
type Looked = Found & { ours: Ours }
/** `now`: what the client has; `look`: what was found, beside what the client had then. */
type Person = { id: string; now: Ours; look: Looked | null; isPresent: boolean }

/** Small numbers, so that both sides are often equal; a balance may be owed. */
const newOurs = (): Ours => ({ balance: pick([-1, 0, 1, 2]), bonus: pick([0, 1, 2, 3]), discount: pick([0, 1, 2]) })
const newFound = (): Found => ({
  match: pick(['same', 'same', 'same', 'none', 'doubt']),
  theirs: each(() => pick([null, 0, 1, 2, 3])),
})
const newChoice = (): Choice => ({
  abilities: { ...each(() => pick(ABILITIES)), stepMinor: 1 },
  policy: each(() => pick(MEETING_RULES)) satisfies MeetingPolicy,
  isWritten: pick([true, false]),
})

function expected(all: readonly Looked[], choice: Choice) {
  const sum = (list: readonly (number | null)[]) => {
    const known = list.filter((one) => one !== null)
    return known.length === 0 ? null : known.reduce((total, one) => total + one, 0)
  }
  const same = all
    .filter(({ match }) => match === 'same')
    .map(({ ours, theirs }) => {
      const there = AMOUNT_KINDS.flatMap((kind) => (theirs[kind] === null ? [] : [[COLUMNS[kind], theirs[kind]]]))
      const here = { balanceMinor: ours.balance, bonusMinor: ours.bonus, discountHundredths: ours.discount }
      const met = rebase({ ours: here, theirs: Object.fromEntries(there), base: UNKNOWN, ...choice }).ours
      return { ours, theirs, after: afterOf(met) }
    })
  const sumsOf = (side: 'ours' | 'theirs' | 'after') => ({
    balance: sum(same.map((one) => one[side].balance)),
    bonus: sum(same.map((one) => one[side].bonus)),
    discount: null,
  })
  const losing = (side: 'ours' | 'theirs') =>
    same.filter((one) => AMOUNT_KINDS.some((kind) => one.after[kind] < (one[side][kind] ?? 0))).length
  return {
    same: same.length,
    new: all.filter(({ match }) => match === 'none').length,
    doubt: all.filter(({ match }) => match === 'doubt').length,
    sums: { ours: sumsOf('ours'), theirs: sumsOf('theirs'), after: sumsOf('after') },
    losing: { ours: losing('ours'), theirs: losing('theirs') },
  }
}
const afterOf = (met: { balanceMinor: number; bonusMinor: number; discountHundredths: number }) => ({
  balance: met.balanceMinor,
  bonus: met.bonusMinor,
  discount: met.discountHundredths,
})

const work = <T>(does: (db: CabinetDb) => Promise<T>) => openForWork(server.app, shop.c, does)

async function makePeople(): Promise<Person[]> {
  await newClient('Anna')
  await query(server, 'delete from crm_clients where cabinet_id = $1', [shop.c])
  const ours = Array.from({ length: CLIENTS }, newOurs)
  const rows = await query<{ id: string }>(
    server,
    `insert into clients (cabinet_id, id, template_id, card_number, name, version, created_at, updated_at,
       balance_minor, bonus_minor, discount_hundredths)
     select $1, gen_random_uuid(), $2, 5000 + n, 'C', 1, now() + n * interval '1 second', now(),
       (one ->> 'balance')::int, (one ->> 'bonus')::int, (one ->> 'discount')::int
     from jsonb_array_elements($3::jsonb) with ordinality g (one, n) order by n returning id`,
    [shop.c, shop.template, JSON.stringify(ours)],
  )
  return rows.map(({ id }, no) => ({ id, now: ours[no] as Ours, look: null, isPresent: true }))
}

async function look(person: Person): Promise<void> {
  const { match, theirs } = newFound()
  await work((db) =>
    keepMatch(db, person.id, {
      match,
      doubt: match === 'doubt' ? 'several' : null,
      their_balance: theirs.balance,
      their_bonus: theirs.bonus,
      their_discount: theirs.discount,
    }),
  )
  if (person.isPresent) person.look = { match, theirs, ours: person.now }
}

/** What may happen to a client while a preview is shown. */
const STEP: Record<string, (person: Person, people: Person[]) => Promise<unknown>> = {
  look,
  async lookTwice(person) {
    await look(person)
    await look(person)
  },
  async change(person) {
    person.now = newOurs()
    const { balance, bonus, discount } = person.now
    await query(
      server,
      'update clients set balance_minor = $2, bonus_minor = $3, discount_hundredths = $4 where id = $1',
      [person.id, balance, bonus, discount],
    )
  },
  async archive(person) {
    person.isPresent = !person.isPresent
    await query(server, `update clients set archived_at = ${person.isPresent ? 'null' : 'now()'} where id = $1`, [
      person.id,
    ])
  },
  async remove(person, people) {
    people.splice(people.indexOf(person), 1)
    await query(server, 'delete from clients where id = $1', [person.id])
  },
  async forget(person, people) {
    const some = [person, pick(people)]
    for (const one of some) one.look = null
    const ids = some.map(({ id }) => id)
    await work((db) => pick([forgetFound, unlink])(db, ids))
  },
  async erase(person) {
    person.look = null
    await work((db) => forgetClient(db, person.id))
  },
  async exchange(person) {
    await query(server, `update crm_clients set match = 'same', their_bonus = 7, met_at = now() where client_id = $1`, [
      person.id,
    ])
  },
  gather: () => work(gatherLooked),
}

async function expectSums(people: readonly Person[], what: string, rounds: number): Promise<void> {
  const cells = await work(looked)
  const all = people.flatMap((one) => (one.look && one.isPresent ? [one.look] : []))
  for (let round = 0; round < rounds; round++) {
    const choice = newChoice()
    expect(totalOf(cells, choice), `${what} ${JSON.stringify(choice)}`).toEqual(expected(all, choice))
  }
}

it('adds up random clients as the rule for one says of each, for all rules and abilities', async () => {
  const people = await makePeople()
  for (const person of people) if (Math.random() < 0.9) await look(person)
  await expectSums(people, 'added one by one', 100)
  await work(gatherLooked)
  await expectSums(people, 'gathered', 100)
  const [{ n } = { n: 0 }] = await query<{ n: number }>(
    server,
    'select count(*)::int as n from crm_looked_sums where cabinet_id = $1',
    [shop.c],
  )
  expect(n).toBeLessThanOrEqual(127)
})

it('goes on being right, whatever happens to them, and shows who is there in the same order', async () => {
  const people = await makePeople()
  for (const person of people) if (Math.random() < 0.7) await look(person)
  for (let step = 0; step < STEPS; step++) {
    const name = pick(Object.keys(STEP))
    await STEP[name]?.(pick(people), people)
    await expectSums(people, `step ${step}, ${name},`, 3)
  }
  await expectSums(people, 'at the end', 100)
  expect(await work(correctLooked)).toEqual([])

  const shownAs = ({ match, ours, theirs }: Looked) => {
    if (match === 'doubt') return 0
    return AMOUNT_KINDS.some((kind) => theirs[kind] !== null && theirs[kind] !== ours[kind]) ? 1 : 2
  }
  const shown = people
    .toReversed()
    .flatMap(({ id, look: one, isPresent }) =>
      one && isPresent ? [{ id, as: shownAs(one), bonus: one.ours.bonus }] : [],
    )
    .toSorted((a, b) => a.as - b.as)
    .slice(0, 50)
  const first = await work((db) => firstLooked(db, 50))
  expect(first.map(({ id, our_bonus }) => ({ id, bonus: our_bonus }))).toEqual(
    shown.map(({ id, bonus }) => ({ id, bonus })),
  )
})

it('keeps nothing of a client who gets into the archive at the same moment', async () => {
  const [person] = (await makePeople()) as [Person]
  const isWaiting = async () => {
    const waiting = await query(
      server,
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like '%crm_looked%'`,
    )
    expect(waiting).toHaveLength(1)
  }
  let looking: Promise<void> | undefined
  await work(async (db) => {
    await sql`update clients set archived_at = now() where cabinet_id = ${shop.c} and id = ${person.id}`.execute(db.tx)
    looking = look(person)
    await vi.waitFor(isWaiting, 10_000)
  })
  await looking
  expect(await work(looked)).toEqual([])
  expect(await query(server, 'select from crm_looked where client_id = $1', [person.id])).toEqual([])
})

it('a difference is found and corrected', async () => {
  const people = await makePeople()
  for (const person of people.slice(0, 40)) await look(person)
  await work(gatherLooked)
  await query(
    server,
    `update crm_looked_sums set clients = clients + 2, our_bonus = our_bonus - 5
     where cabinet_id = $1 and id = (select min(id) from crm_looked_sums where cabinet_id = $1)`,
    [shop.c],
  )
  expect(await work(correctLooked)).toMatchObject([{ clients: -2, our_bonus: 5 }])
  await expectSums(people, 'corrected', 20)
  await query(server, 'delete from crm_looked_sums where cabinet_id = $1', [shop.c])
  await work(correctLooked)
  await expectSums(people, 'counted anew', 20)
})
