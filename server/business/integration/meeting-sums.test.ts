/** What the database adds up is what the rule for one client says of each. */
import { expect, it } from 'vitest'
import { type MeetingPolicy, MEETING_RULES } from '../../../contract/business/crm-meeting.ts'
import { AMOUNT_KINDS } from '../../../contract/limits.ts'
import { openCrmServer, newClient, server, shop } from '../../../test/crm-story.ts'
import { query } from '../../../test/direct-access.ts'
import type { AmountAbility } from '../../engines/crm/connector.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { addUp, type Choice, UNKNOWN } from './meeting.ts'
import { rebase } from './rebase.ts'

openCrmServer()

const CLIENTS = 300
const COLUMNS = { balance: 'balanceMinor', bonus: 'bonusMinor', discount: 'discountHundredths' } as const
const ABILITIES: readonly AmountAbility[] = ['none', 'read', 'both']
const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T
const each = <T>(of: () => T) => ({ balance: of(), bonus: of(), discount: of() })

type Sides = { ours: Record<keyof typeof COLUMNS, number>; theirs: Record<keyof typeof COLUMNS, number | null> }
type One = Sides & { match: 'same' | 'none' | 'doubt' | null }

/** Small numbers, so that both sides are often equal. */
const newOne = (): One => ({
  match: pick(['same', 'same', 'same', 'none', 'doubt', null]),
  ours: each(() => pick([0, 1, 2, 3])),
  theirs: each(() => pick([null, 0, 1, 2, 3])),
})

function expected(all: readonly One[], choice: Choice) {
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

it('adds up random clients as the rule for one says of each, for all rules and abilities', async () => {
  await newClient('Anna')
  const all = Array.from({ length: CLIENTS }, newOne)
  await query(server, 'delete from crm_clients where cabinet_id = $1', [shop.c])
  await query(
    server,
    `with given as (select gen_random_uuid() as id, n, one
         from jsonb_array_elements($3::jsonb) with ordinality g (one, n)),
       added as (insert into clients (cabinet_id, id, template_id, card_number, name, version, created_at, updated_at,
           balance_minor, bonus_minor, discount_hundredths)
         select $1, id, $2, 5000 + n, 'C', 1, now(), now(), (one #>> '{ours,balance}')::int,
           (one #>> '{ours,bonus}')::int, (one #>> '{ours,discount}')::int from given)
     insert into crm_clients (cabinet_id, client_id, match, their_balance, their_bonus, their_discount)
     select $1, id, one ->> 'match', (one #>> '{theirs,balance}')::int, (one #>> '{theirs,bonus}')::int,
       (one #>> '{theirs,discount}')::int from given`,
    [shop.c, shop.template, JSON.stringify(all)],
  )
  for (let round = 0; round < 100; round++) {
    const choice: Choice = {
      abilities: { ...each(() => pick(ABILITIES)), stepMinor: 1 },
      policy: each(() => pick(MEETING_RULES)) satisfies MeetingPolicy,
      isWritten: pick([true, false]),
    }
    const found = await openForWork(server.app, shop.c, (db) => addUp(db, choice))
    expect(found, JSON.stringify(choice)).toEqual(expected(all, choice))
  }
})
