/** The first meeting of two bases: a preview of what it does to both, and the owner's word to begin. */
import { type Meeting, type MeetingPolicy, SHOWN_CLIENTS } from '../../../contract/business/crm-meeting.ts'
import { integration as contract } from '../../../contract/business/integration.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { refusals } from '../../base/refusal.ts'
import { countPresent } from '../../people/clients/clients.ts'
import type { AmountAbilities } from '../../engines/crm/connector.ts'
import { connectorFor } from './access.ts'
import { startLook } from './look-up.ts'
import { addUpLooked, type Meets } from './looked-sums.ts'
import { looked, type LookedCell } from './looked-sums-sql.ts'
import * as meetings from './meeting-sql.ts'
import { enqueueReading } from './reading.ts'
import { type Base, rebase } from './rebase.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

type Sums = Meeting['sums']['ours']
export type Choice = { abilities: AmountAbilities; policy: MeetingPolicy; isWritten: boolean }

const choiceOf = (row: sql.IntegrationRow, rules: Partial<MeetingPolicy> = {}): Choice => ({
  abilities: connectorFor(row.type).amounts(row.settings, row.categories),
  policy: { ...row.policy, ...rules },
  isWritten: row.is_write,
})

const sidesOf = (row: meetings.LookedClient) => ({
  ours: { balanceMinor: row.our_balance, bonusMinor: row.our_bonus, discountHundredths: row.our_discount },
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

/**
 * One client before and after the meeting, as both sides were at the look. Those who are new there or in doubt keep
 * what is on the card.
 */
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

/** How each amount is met: what we may not change there is as it is there, and what is not exchanged stays. */
const meetsOf = ({ abilities, policy, isWritten }: Choice): Meets => {
  const of = (kind: 'balance' | 'bonus' | 'discount') => {
    if (abilities[kind] === 'none') return 'ours'
    return abilities[kind] === 'both' && isWritten ? policy[kind] : 'theirs'
  }
  return { balance: of('balance'), bonus: of('bonus'), discount: of('discount') }
}

type Total = Pick<Meeting, 'same' | 'new' | 'doubt' | 'sums' | 'losing'>

/** By the same rules as `previewOf`, for all together. */
export function totalOf(cells: readonly LookedCell[], choice: Choice): Total {
  const { balance, bonus, ...counts } = addUpLooked(cells, meetsOf(choice))
  const side = (of: 'ours' | 'theirs' | 'after'): Sums => ({ balance: balance[of], bonus: bonus[of], discount: null })
  return { ...counts, sums: { ours: side('ours'), theirs: side('theirs'), after: side('after') } }
}

/** @param rules other rules than the chosen ones, to see what they do */
export async function readMeeting(db: CabinetDb, rules: Partial<MeetingPolicy> = {}): Promise<Meeting | null> {
  const row = await sql.findIntegration(db)
  if (!row) return null
  const choice = choiceOf(row, rules)
  const { balance, bonus, discount } = choice.abilities
  // What was found before may still be there to be forgotten.
  const isNobody = row.look_state === 'running' && row.looked === 0
  const cells = isNobody ? [] : await looked(db)
  const first = isNobody || row.begun_at !== null ? [] : await meetings.firstLooked(db, SHOWN_CLIENTS)
  return {
    state: row.look_state,
    isBegun: row.begun_at !== null,
    looked: row.looked,
    total: await countPresent(db),
    policy: choice.policy,
    amounts: { balance, bonus, discount },
    ...totalOf(cells, choice),
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
