/** Names that texts may use in braces: ten of the product and those of the cabinet. */
import { variablesIn } from '../../../card/fill.ts'
import { SYSTEM_VARIABLES, VARIABLES_MAX } from '../../../contract/limits.ts'
import {
  variables as contract,
  type Variable,
  type VariableInput,
  type VariableUses,
} from '../../../contract/cards/variables.ts'
import { type CabinetDb, constraintOf } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { lockLimits } from '../../platform/cabinets/cabinets.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

const reply = (row: Omit<sql.VariableRow, 'cabinet_id' | 'created_at'>): Variable => ({
  id: row.id,
  name: row.name,
  defaultValue: row.default_value,
  description: row.description,
  isSystem: false,
})

export async function listVariables(db: CabinetDb): Promise<Variable[]> {
  return [
    ...SYSTEM_VARIABLES.map((name) => ({ id: name, name, defaultValue: '', description: '', isSystem: true })),
    ...(await sql.ownVariables(db)).map(reply),
  ]
}

/** Default values of the cabinet's own variables, by name. */
export async function variableDefaults(db: CabinetDb): Promise<Record<string, string>> {
  return Object.fromEntries((await sql.ownVariables(db)).map((row) => [row.name, row.default_value]))
}

/**
 * First name in braces that is no variable, or undefined when all are. The known ones cannot be deleted until the
 * caller has saved.
 */
export async function firstUnknown(db: CabinetDb, texts: readonly string[]): Promise<string | undefined> {
  return firstUnknownName(db, texts.flatMap(variablesIn))
}

/** The same for bare names. */
export async function firstUnknownName(db: CabinetDb, names: readonly string[]): Promise<string | undefined> {
  return firstUnknownOwnName(
    db,
    names.filter((name) => !(SYSTEM_VARIABLES as readonly string[]).includes(name)),
  )
}

/** First name that is no variable of the cabinet's own: values that the product computes cannot be written. */
export async function firstUnknownOwnName(db: CabinetDb, names: readonly string[]): Promise<string | undefined> {
  const known = new Set(await sql.lockVariables(db, names))
  return names.find((name) => !known.has(name))
}

/** A text that names a variable; ids as people see them in addresses. */
export type VariableUse = { variable: string; kind: 'forms' | 'templates' | 'pushes'; id: string; name: string }
/** Asks the rooms above where these variables are used; forms first, pushes last. */
type FindUses = (names: readonly string[]) => Promise<readonly VariableUse[]>

const placesOf = (uses: readonly VariableUse[], variable: string, kind: VariableUse['kind']) =>
  uses.filter((use) => use.variable === variable && use.kind === kind).map(({ id, name }) => ({ id, name }))

/** @param clients how many clients have a value of their own, by name */
export async function listUses(
  db: CabinetDb,
  clients: ReadonlyMap<string, number>,
  findUses: FindUses,
): Promise<VariableUses[]> {
  const own = await sql.ownVariables(db)
  const uses = await findUses(own.map((row) => row.name))
  return own.map(({ id, name }) => ({
    id,
    clients: clients.get(name) ?? 0,
    forms: placesOf(uses, name, 'forms'),
    templates: placesOf(uses, name, 'templates'),
    pushes: placesOf(uses, name, 'pushes'),
  }))
}

/** @throws Refusal variable_in_use, with the names of what uses it */
async function mustBeUnused(name: string, findUses: FindUses): Promise<void> {
  const uses = await findUses([name])
  if (uses.length === 0) return
  const names = (kind?: VariableUse['kind']) =>
    uses
      .filter((use) => kind === undefined || use.kind === kind)
      .map((use) => use.name)
      .join(', ')
  throw refuse('variable_in_use', {
    name,
    where: names(),
    forms: names('forms'),
    templates: names('templates'),
    pushes: names('pushes'),
  })
}

const taken = (name: string) =>
  refuse('variable_taken', { name }, { name: { code: 'variable_taken', detail: { name } } })

async function keepingNamesApart<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (constraintOf(error) === 'variables_name') throw taken(name)
    throw error
  }
}

export async function createVariable(db: CabinetDb, input: VariableInput, now: Date): Promise<Variable> {
  await lockLimits(db)
  if ((await sql.countVariables(db)) >= VARIABLES_MAX) throw refuse('variable_limit', { limit: VARIABLES_MAX })
  const row = {
    id: crypto.randomUUID(),
    name: input.name,
    default_value: input.defaultValue,
    description: input.description,
    created_at: now,
  }
  await keepingNamesApart(input.name, () => sql.insertVariable(db, row))
  return reply(row)
}

/**
 * @param around `hasValues`: whether clients have values under a name, which a new name would lose
 * @returns `isDefaultNew`: issued cards may show another default value from now on
 */
export async function saveVariable(
  db: CabinetDb,
  id: string,
  input: VariableInput,
  around: { findUses: FindUses; hasValues: (name: string) => Promise<boolean> },
): Promise<{ variable: Variable; isDefaultNew: boolean }> {
  const before = await sql.takeVariable(db, id)
  if (!before) throw refuse('variable_not_found')
  if (input.name !== before.name) {
    await mustBeUnused(before.name, around.findUses)
    if (await around.hasValues(before.name)) throw refuse('variable_has_values', { name: before.name })
  }
  const row = { name: input.name, default_value: input.defaultValue, description: input.description }
  await keepingNamesApart(input.name, () => sql.updateVariable(db, id, row))
  return { variable: reply({ id, ...row }), isDefaultNew: input.defaultValue !== before.default_value }
}

/**
 * From now on nobody sees the variable.
 * @param around `clearFew`: takes the values from clients; false: they are many, and nothing was done
 * @returns whether values are left: the name is free when they are cleared, and `endRemoval` was called
 */
export async function removeVariable(
  db: CabinetDb,
  id: string,
  around: { findUses: FindUses; clearFew: (name: string) => Promise<boolean> },
  now: Date,
): Promise<boolean> {
  const row = await sql.takeVariable(db, id)
  if (!row) throw refuse('variable_not_found')
  await mustBeUnused(row.name, around.findUses)
  const isCleared = await around.clearFew(row.name)
  await (isCleared ? sql.deleteVariable(db, id) : sql.markRemoved(db, id, now))
  return !isCleared
}

/** The name under which values of a removed variable are left. */
export const nameOfRemoved = (db: CabinetDb, id: string) => sql.nameOfRemoved(db, id)

/** Its values are cleared. */
export const endRemoval = (db: CabinetDb, id: string): Promise<void> => sql.deleteVariable(db, id)

export { withoutRemoved } from './in-queries.ts'

/** For the demo. */
export async function addVariable(
  db: CabinetDb,
  variable: { name: string; defaultValue: string; description: string },
  now: Date,
): Promise<void> {
  await sql.insertVariable(db, {
    id: crypto.randomUUID(),
    name: variable.name,
    default_value: variable.defaultValue,
    description: variable.description,
    created_at: now,
  })
}
