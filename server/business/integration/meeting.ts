/** The first meeting of two bases: a preview of what it does to both, and the owner's word to begin. */
import { type Meeting, type MeetingPolicy, SHOWN_CLIENTS } from '../../../contract/business/crm-meeting.ts'
import { integration as contract } from '../../../contract/business/integration.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { refusals } from '../../base/refusal.ts'
import type { AmountAbilities } from '../../engines/crm/connector.ts'
import { connectorFor } from './access.ts'
import { startLook } from './look-up.ts'
import * as meetings from './meeting-sql.ts'
import { enqueueReading } from './reading.ts'
import { type Base, rebase } from './rebase.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
/** Clients that are added up at once. */
const PART = 5000

type Sums = Meeting['sums']['ours']
type Choice = { abilities: AmountAbilities; policy: MeetingPolicy; isWritten: boolean }

const choiceOf = (row: sql.IntegrationRow, rules: Partial<MeetingPolicy> = {}): Choice => ({
  abilities: connectorFor(row.type).amounts(row.settings, row.categories),
  policy: { ...row.policy, ...rules },
  isWritten: row.is_write,
})

const sidesOf = (row: meetings.LookedClient) => ({
  ours: { balanceMinor: row.balance_minor, bonusMinor: row.bonus_minor, discountHundredths: row.discount_hundredths },
  theirs: {
    ...(row.their_balance !== null && { balanceMinor: row.their_balance }),
    ...(row.their_bonus !== null && { bonusMinor: row.their_bonus }),
    ...(row.their_discount !== null && { discountHundredths: row.their_discount }),
  },
})

export const UNKNOWN: Base = { balanceMinor: null, bonusMinor: null, discountHundredths: null }
/** As they are shown; what is absent is null. */
export const sums = (of: { balanceMinor?: number; bonusMinor?: number; discountHundredths?: number }): Sums => ({
  balance: of.balanceMinor ?? null,
  bonus: of.bonusMinor ?? null,
  discount: of.discountHundredths ?? null,
})

/** One client before and after the meeting. Those who are new there or in doubt keep what is on the card. */
function previewOf(row: meetings.LookedClient, choice: Choice): Meeting['clients'][number] {
  const { ours, theirs } = sidesOf(row)
  const met = row.match === 'same' ? rebase({ ours, theirs, base: UNKNOWN, ...choice }).ours : ours
  return {
    id: row.id,
    name: row.name,
    surname: row.surname,
    cardNumber: row.card_number,
    match: row.match,
    doubt: row.doubt,
    ours: sums(ours),
    theirs: sums(theirs),
    after: sums(met),
  }
}

type Total = Pick<Meeting, 'same' | 'new' | 'doubt' | 'sums' | 'losing'>

async function addUp(db: CabinetDb, choice: Choice): Promise<Total> {
  const none = (): Sums => ({ balance: null, bonus: null, discount: null })
  const total: Total = {
    same: 0,
    new: 0,
    doubt: 0,
    sums: { ours: none(), theirs: none(), after: none() },
    losing: { ours: 0, theirs: 0 },
  }
  let after: string | null = null
  for (;;) {
    const part: meetings.LookedClient[] = await meetings.lookedAfter(db, after, PART)
    for (const row of part) addOne(total, previewOf(row, choice))
    after = part.at(-1)?.id ?? null
    if (part.length < PART) return total
  }
}

function addOne(total: Total, { match, ours, theirs, after }: Meeting['clients'][number]): void {
  total[match === 'none' ? 'new' : match] += 1
  if (match !== 'same') return
  for (const kind of ['balance', 'bonus'] as const)
    for (const [side, of] of Object.entries({ ours, theirs, after }))
      if (of[kind] !== null) total.sums[side as 'ours'][kind] = (total.sums[side as 'ours'][kind] ?? 0) + of[kind]
  const goesDown = (before: Sums) =>
    (['balance', 'bonus', 'discount'] as const).some((kind) => (after[kind] ?? 0) < (before[kind] ?? 0))
  if (goesDown(ours)) total.losing.ours += 1
  if (goesDown(theirs)) total.losing.theirs += 1
}

/** @param rules other rules than the chosen ones, to see what they do */
export async function readMeeting(db: CabinetDb, rules: Partial<MeetingPolicy> = {}): Promise<Meeting | null> {
  const row = await sql.findIntegration(db)
  if (!row) return null
  const choice = choiceOf(row, rules)
  const { balance, bonus, discount } = choice.abilities
  const first = row.begun_at === null ? await meetings.firstLooked(db, SHOWN_CLIENTS) : []
  return {
    state: row.look_state,
    isBegun: row.begun_at !== null,
    looked: row.looked,
    total: await meetings.countExchangeable(db),
    policy: choice.policy,
    amounts: { balance, bonus, discount },
    ...(await addUp(db, choice)),
    clients: first.map((one) => previewOf(one, choice)),
  }
}

async function expectNotBegun(db: CabinetDb): Promise<sql.IntegrationRow> {
  const row = await sql.findIntegration(db)
  if (!row) throw refuse('integration_not_configured')
  if (row.begun_at !== null) throw refuse('exchange_begun')
  return row
}

/** @throws Refusal integration_not_configured, exchange_begun */
export async function lookUpClients(app: App, db: CabinetDb): Promise<Meeting | null> {
  await expectNotBegun(db)
  await startLook(app, db)
  return readMeeting(db)
}

/** @throws Refusal integration_not_configured, integration_not_active, exchange_begun, not_looked_up */
export async function beginExchange(app: App, db: CabinetDb, policy: MeetingPolicy): Promise<Meeting | null> {
  const row = await expectNotBegun(db)
  if (!row.is_on || row.is_stopped) throw refuse('integration_not_active')
  if (row.look_state !== 'done') throw refuse('not_looked_up')
  if (!(await sql.setBegun(db, policy, app.clock.now()))) throw refuse('exchange_begun')
  await enqueueReading(app, db)
  return readMeeting(db)
}
