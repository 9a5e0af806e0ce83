/**
 * Changes of clients. Every change of an amount adds a row of history. Only the holders room calls these verbs, because
 * the card has to be updated with each of them.
 */
import { clients as contract, type ClientInput } from '../../../contract/people/clients.ts'
import { type CabinetDb, constraintOf } from '../../base/db.ts'
import { toE164 } from '../../base/phone-number.ts'
import { refusals } from '../../base/refusal.ts'
import { findTemplate } from '../../cards/templates/templates.ts'
import { firstUnknownName } from '../../cards/variables/variables.ts'
import { isBirthday } from './birthday.ts'
import * as sql from './change-sql.ts'
import { getClient } from './clients.ts'
import { columnsOf } from './columns.ts'
import { changeOf, type FromCrm } from './from-crm.ts'
import { clientById, type ClientRow } from './sql.ts'

const refuse = refusals(contract)

const KINDS = [
  ['balance', 'balance_minor'],
  ['bonus', 'bonus_minor'],
  ['discount', 'discount_hundredths'],
] as const

type Amounts = Pick<ClientRow, (typeof KINDS)[number][1]>
type Event = Parameters<typeof sql.insertBalanceEvents>[1][number]

/** Adds a row of history for each amount that has changed. */
function recordAmounts(
  db: CabinetDb,
  id: string,
  before: Amounts,
  after: Amounts,
  event: Pick<Event, 'at' | 'source' | 'by_user'>,
): Promise<void> {
  return sql.insertBalanceEvents(
    db,
    KINDS.filter(([, column]) => after[column] !== before[column]).map(([kind, column]) => ({
      id: crypto.randomUUID(),
      client_id: id,
      kind,
      delta: after[column] - before[column],
      after: after[column],
      ...event,
    })),
  )
}

export async function saveClient(
  db: CabinetDb,
  id: string,
  input: ClientInput,
  userId: string,
  now: Date,
): Promise<ClientRow> {
  const before = await getClient(db, id)
  const tel = input.tel === '' ? '' : toE164(input.tel)
  if (tel === null) throw refuse('bad_phone', {}, { tel: { code: 'phone' } })
  if (input.birthday !== null && !isBirthday(input.birthday, now))
    throw refuse('invalid_input', {}, { birthday: { code: 'date' } })
  if (!(await findTemplate(db, input.template))) throw refuse('template_not_found')
  const added = Object.keys(input.extra).filter((name) => !Object.hasOwn(before.extra, name))
  const unknown = await firstUnknownName(db, added)
  if (unknown !== undefined) throw refuse('unknown_variable', { name: unknown })
  // A variable that the business has added since must not be cleared by a program that does not send it.
  const extra = { ...before.extra, ...input.extra }
  const change = { ...columnsOf({ ...input, tel, extra }), template_id: input.template, updated_at: now }
  if (tel !== '') await sql.lockKey(db, tel)
  try {
    if (!(await sql.updateClient(db, id, input.version, change))) throw refuse('version_conflict')
  } catch (error) {
    if (constraintOf(error) === 'clients_tel') throw refuse('phone_taken', {}, { tel: { code: 'phone_taken' } })
    throw error
  }
  await recordAmounts(db, id, before, change, { at: now, source: 'cabinet', by_user: userId })
  return getClient(db, id)
}

/**
 * Applies the values of a CRM.
 * @returns the client before and after; undefined when nothing changed, or when somebody saved the client at the same
 * time
 */
export async function applyFromCrm(
  db: CabinetDb,
  id: string,
  found: FromCrm,
  now: Date,
): Promise<{ before: ClientRow; after: ClientRow } | undefined> {
  const before = await clientById(db, id)
  const change = before ? changeOf(before, found, now) : {}
  if (!before || Object.keys(change).length === 0) return undefined
  if (!(await sql.updateClient(db, id, before.version, { ...change, crm_updated_at: now, updated_at: now })))
    return undefined
  const after = await getClient(db, id)
  await recordAmounts(db, id, before, after, { at: now, source: 'crm', by_user: null })
  return { before, after }
}

/**
 * Adds points, with a row of history.
 * @returns undefined when there is no such client or nothing to add
 */
export async function addBonus(
  db: CabinetDb,
  id: string,
  delta: number,
  now: Date,
): Promise<{ id: string; template_id: string } | undefined> {
  const row = delta === 0 ? undefined : await sql.growBonus(db, id, delta, now)
  if (row)
    await sql.insertBalanceEvents(db, [
      {
        id: crypto.randomUUID(),
        client_id: id,
        at: now,
        kind: 'bonus',
        delta,
        after: row.bonus_minor,
        source: 'promo',
        by_user: null,
      },
    ])
  return row
}

export async function moveClients(db: CabinetDb, ids: readonly string[], templateId: string, now: Date): Promise<void> {
  await sql.setTemplate(db, ids, templateId, now)
}

/** Removes the values of a variable that was removed. */
export async function forgetVariable(db: CabinetDb, name: string, now: Date): Promise<void> {
  await sql.dropExtraValues(db, name, now)
}
