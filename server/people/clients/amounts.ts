/** Amounts by change: what is added, taken or set. Every change adds a row of history. */
import type { BalanceSource } from '../../../contract/people/clients.ts'
import { type AmountChange, holders as contract } from '../../../contract/reach/holders.ts'
import { AMOUNT_MAX_MINOR, type AmountKind, DISCOUNT_MAX_HUNDREDTHS } from '../../../contract/limits.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import * as sql from './change-sql.ts'
import { doOnce } from './requests.ts'
import type { ClientRow } from './sql.ts'

const refuse = refusals(contract)

export const AMOUNT_COLUMNS = {
  balance: 'balance_minor',
  bonus: 'bonus_minor',
  discount: 'discount_hundredths',
} as const satisfies Record<AmountKind, string>
const KINDS = Object.entries(AMOUNT_COLUMNS) as [AmountKind, (typeof AMOUNT_COLUMNS)[AmountKind]][]

export type Amounts = Pick<ClientRow, (typeof AMOUNT_COLUMNS)[AmountKind]>
/** Who has changed an amount, and by what. */
export type By = { source: BalanceSource; userId: string | null }
type Note = { at: Date; by: By; reason?: string; till?: string }

/** Adds a row of history for each amount that has changed. @returns their ids */
export function recordAmounts(
  db: CabinetDb,
  clientId: string,
  before: Amounts,
  after: Amounts,
  note: Note,
): Promise<string[]> {
  return recordAllAmounts(db, [{ clientId, before, after }], note)
}

/** The same for several clients, with one statement. */
export async function recordAllAmounts(
  db: CabinetDb,
  changes: readonly { clientId: string; before: Amounts; after: Amounts }[],
  note: Note,
): Promise<string[]> {
  const events = changes.flatMap(({ clientId, before, after }) => eventsOf(clientId, before, after, note))
  await sql.insertBalanceEvents(db, events)
  return events.map((event) => event.id)
}

function eventsOf(clientId: string, before: Amounts, after: Amounts, { at, by, reason = '', till = '' }: Note) {
  return KINDS.filter(([, column]) => after[column] !== before[column]).map(([kind, column]) => ({
    id: crypto.randomUUID(),
    client_id: clientId,
    at,
    kind,
    delta: after[column] - before[column],
    after: after[column],
    source: by.source,
    by_user: by.userId,
    reason,
    till,
  }))
}

/** @throws Refusal amount_too_small, amount_too_large */
function amountAfter(before: number, { kind, action, amount }: AmountChange): number {
  const after = { add: before + amount, take: before - amount, set: amount }[action]
  if (after < 0) throw refuse('amount_too_small', { kind, has: before, asked: amount })
  const max = kind === 'discount' ? DISCOUNT_MAX_HUNDREDTHS : AMOUNT_MAX_MINOR
  if (after > max) throw refuse('amount_too_large', { kind, max })
  return after
}

export type AmountChanged = {
  client: Amounts & { id: string; template_id: string }
  event: { id: string; at: Date; delta: number; after: number } | null
  isRepeat: boolean
}

/**
 * The row is locked before it is read: changes at the same time follow each other, and none is lost.
 * @throws Refusal client_not_found, amount_too_small, amount_too_large, request_key_reused
 */
export async function changeAmount(
  db: CabinetDb,
  id: string,
  change: AmountChange,
  by: By,
  now: Date,
): Promise<AmountChanged> {
  const { requestKey: key, ...asked } = change
  const done = await doOnce(db, { key, asked: { id, ...asked } }, now, async () => {
    const before = await lockAmounts(db, id)
    const column = AMOUNT_COLUMNS[change.kind]
    const after = { ...before, [column]: amountAfter(before[column], change) }
    const [eventId] = await recordAmounts(db, id, before, after, { at: now, by, ...change })
    if (eventId !== undefined) await sql.setClient(db, id, { [column]: after[column], updated_at: now })
    return { clientId: id, eventId: eventId ?? null }
  })
  const event = done.eventId === null ? undefined : await sql.balanceEvent(db, done.eventId)
  return { client: await lockAmounts(db, id), event: event ?? null, isRepeat: done.isRepeat }
}

async function lockAmounts(db: CabinetDb, id: string) {
  const row = await sql.lockAmounts(db, id)
  if (!row) throw refuse('client_not_found')
  return row
}
