/**
 * Changes of clients. Every change of an amount adds a row of history. Only the holders room calls these verbs, because
 * the card has to be updated with each of them.
 */
import { clients as contract, type ClientInput } from '../../../contract/people/clients.ts'
import { type CabinetDb, constraintOf } from '../../base/db.ts'
import { lookUpRows } from '../../base/look-up.ts'
import { refusals } from '../../base/refusal.ts'
import { AMOUNT_COLUMNS, type By, recordAllAmounts, recordAmounts } from './amounts.ts'
import * as sql from './change-sql.ts'
import { getClient } from './clients.ts'
import { columnsOf, type FactColumns } from './columns.ts'
import { hasMoreClients } from './count-sql.ts'
import { checkFacts } from './facts.ts'
import { changeOf, type FromCrm } from './from-crm.ts'
import { firstOfForm } from './of-form-sql.ts'
import { lockHaving, rangeBehind } from './ranges.ts'
import { clientById, type ClientRow, lockClients } from './sql.ts'

const refuse = refusals(contract)

/**
 * An amount that a CRM has brought below zero may stay there.
 * @throws Refusal invalid_input
 */
function expectNoneBelowZero(before: ClientRow, input: ClientInput): void {
  for (const [column, name] of [
    [AMOUNT_COLUMNS.balance, 'balanceMinor'],
    [AMOUNT_COLUMNS.bonus, 'bonusMinor'],
  ] as const)
    if (input[name] < 0 && input[name] !== before[column])
      throw refuse('invalid_input', {}, { [name]: { code: 'below_zero' } })
}

export async function saveClient(db: CabinetDb, id: string, input: ClientInput, by: By, now: Date): Promise<ClientRow> {
  const before = await getClient(db, id)
  const tel = await checkFacts(db, input, before.extra, now)
  expectNoneBelowZero(before, input)
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
  await recordAmounts(db, id, before, change, { at: now, by })
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
  await recordAmounts(db, id, before, after, { at: now, by: { source: 'crm', userId: null } })
  return { before, after }
}

export type CrmChange = { client: ClientRow; change: Partial<FactColumns> }

/**
 * Applies what `changeOf` found, to clients whom the caller has locked and read. Amounts alone are changed together.
 * @returns the clients afterwards, in the order given
 */
export async function applyAllFromCrm(db: CabinetDb, changes: readonly CrmChange[], now: Date): Promise<ClientRow[]> {
  const columns: readonly string[] = Object.values(AMOUNT_COLUMNS)
  const isOfAmounts = ({ change }: CrmChange) => Object.keys(change).every((column) => columns.includes(column))
  const after: ClientRow[] = changes.map(({ client, change }) => ({
    ...client,
    ...change,
    version: client.version + 1,
    crm_updated_at: now,
    updated_at: now,
  }))
  const moved = new Set(changes.filter(isOfAmounts).map(({ client }) => client.id))
  await sql.setAmounts(
    db,
    after.filter(({ id }) => moved.has(id)),
    now,
  )
  for (const [place, { client, change }] of changes.entries()) {
    if (moved.has(client.id)) continue
    if (!(await sql.updateClient(db, client.id, client.version, { ...change, crm_updated_at: now, updated_at: now })))
      throw new Error('a client who is locked has changed')
    after[place] = await getClient(db, client.id)
  }
  const pairs = changes.map(({ client }, place) => ({
    clientId: client.id,
    before: client,
    after: after[place] ?? client,
  }))
  await recordAllAmounts(db, pairs, { at: now, by: { source: 'crm', userId: null } })
  return after
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
  return delta === 0 ? undefined : sql.addBonus(db, id, delta, now)
}

export async function moveClients(db: CabinetDb, ids: readonly string[], templateId: string, now: Date): Promise<void> {
  await sql.setTemplate(db, ids, templateId, now)
}

/**
 * Some of the clients who came by a form forget it, as when it is deleted: no card shows it, and an edit that is open
 * goes on. @returns whether there may be more
 */
export async function forgetForm(db: CabinetDb, formId: string, limit: number): Promise<boolean> {
  const ids = await firstOfForm(db, formId, limit)
  if (ids.length === 0) return false
  await lockClients(db, ids)
  await sql.forgetForm(db, ids)
  return true
}

/** From so few clients values are taken within a call. */
const FEW = 200
/** Whether any client has a value is looked up where that does not take long, too. */
const SMALL = 2_000
const EVERYBODY = { after: null, upTo: null }

/** Removes the values of a variable that was removed. @returns false: they may be many, and nothing was done */
export async function forgetVariable(db: CabinetDb, name: string, now: Date): Promise<boolean> {
  if (await hasMoreClients(db, SMALL)) return false
  const ids = await lockHaving(db, name, EVERYBODY, FEW + 1)
  if (ids.length > FEW) return false
  await sql.dropExtraValues(db, name, ids, now)
  return true
}

/** Clients who are looked at in one transaction, and those who are changed: a till waits for the latter. */
const LOOKED_AT = 2_000
const PART = 50

/**
 * The same for some of the clients behind this one.
 * @returns behind whom to go on; null: there is nobody else
 */
export async function forgetVariableBehind(
  db: CabinetDb,
  name: string,
  after: string | null,
  now: Date,
): Promise<string | null> {
  await lookUpRows(db)
  const range = await rangeBehind(db, after, LOOKED_AT)
  const ids = await lockHaving(db, name, range, PART)
  await sql.dropExtraValues(db, name, ids, now)
  return ids.length === PART ? (ids.at(-1) ?? null) : range.upTo
}

export { hasMoreOfForm } from './of-form-sql.ts'
