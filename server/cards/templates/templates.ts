/** Card templates: designs that are checked before they are saved. Issued cards are updated by `reach/passes`. */
import { CARD_PLACES, type Design } from '../../../contract/cards/design.ts'
import type { CardType } from '../../../contract/limits.ts'
import {
  TEMPLATE_NAME_MAX,
  templates as contract,
  type Template,
  type TemplateInput,
  type TemplateRow,
} from '../../../contract/cards/templates.ts'
import { type CabinetDb, constraintOf, type Tx } from '../../base/db.ts'
import { refusals, refuseAny } from '../../base/refusal.ts'
import { lockLimits, readLimits } from '../../platform/cabinets/cabinets.ts'
import { areImagesKnown } from '../../platform/files/files.ts'
import { isNfcGranted } from '../certificates/certificates.ts'
import { firstUnknown, firstUnknownName } from '../variables/variables.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

/** Texts of a design that may contain variables. */
function variableTexts(design: Design): string[] {
  return [
    ...CARD_PLACES.flatMap((place) => [design.fields[place]?.label ?? '', design.fields[place]?.value ?? '']),
    design.barcode.message,
    design.barcode.alt,
    design.nfc?.message ?? '',
    ...design.back.fields.map((row) => row.value),
  ]
}

async function checkInput(db: CabinetDb, input: TemplateInput): Promise<void> {
  const unknown =
    (await firstUnknown(db, variableTexts(input.design))) ?? (await firstUnknownName(db, Object.keys(input.variables)))
  if (unknown !== undefined) throw refuse('unknown_variable', { name: unknown })
  if (!(await areImagesKnown(db, input.design.images))) throw refuse('unknown_image')
  if (input.design.nfc && !(await isNfcGranted(db)))
    throw refuseAny('invalid_input', {}, { 'design.nfc': { code: 'nfc_not_granted' } })
}

/** How much uses a template, counted by the rooms above that use templates. */
export type TemplateUses = { issued: number; forms: number; pushes: number; triggers: number }

export const templateRowReply = (row: sql.TemplateRow, uses: TemplateUses): TemplateRow => ({
  id: row.id,
  name: row.name,
  type: row.type,
  isDefault: row.is_default,
  isArchived: row.archived_at !== null,
  issued: uses.issued,
  forms: uses.forms,
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
  design: row.design,
})

export const templateReply = (row: sql.TemplateRow, uses: TemplateUses): Template => ({
  ...templateRowReply(row, uses),
  birthdayEnabled: row.birthday_enabled,
  variables: row.variables,
  endsOn: row.ends_on,
  endsAfterDays: row.ends_after_days,
  allowed: { remove: uses.issued + uses.forms + uses.pushes + uses.triggers === 0, updateCards: uses.issued > 0 },
})

/** Every template, the default first, and how many the tariff allows. */
export async function listTemplates(db: CabinetDb): Promise<{ templates: sql.TemplateRow[]; limit: number }> {
  const [templates, limits] = await Promise.all([sql.allTemplates(db), readLimits(db)])
  return { templates, limit: limits.templates }
}

export async function createTemplate(
  db: CabinetDb,
  input: TemplateInput & { type: CardType },
  now: Date,
): Promise<sql.TemplateRow> {
  await checkInput(db, input)
  return addTemplate(db, { ...input, ...columnsOf(input) }, now)
}

const columnsOf = ({ birthdayEnabled, endsOn, endsAfterDays }: TemplateInput) => ({
  birthday_enabled: birthdayEnabled,
  ends_on: endsOn,
  ends_after_days: endsAfterDays,
})

/** @throws Refusal template_limit */
async function addTemplate(
  db: CabinetDb,
  like: Pick<
    sql.TemplateRow,
    'name' | 'type' | 'design' | 'birthday_enabled' | 'variables' | 'ends_on' | 'ends_after_days'
  >,
  now: Date,
): Promise<sql.TemplateRow> {
  const { templates: limit } = await lockLimits(db)
  const count = await sql.countTemplates(db)
  if (count >= limit) throw refuse('template_limit', { limit })
  const { name, type, design, birthday_enabled, variables, ends_on, ends_after_days } = like
  const id = crypto.randomUUID()
  const times = { created_at: now, updated_at: now }
  const settings = { birthday_enabled, variables, ends_on, ends_after_days }
  await sql.insertTemplate(db, { id, name, type, design, ...settings, is_default: count === 0, ...times })
  return getTemplate(db, id)
}

/** The beginning of a name, never half a letter. */
function cutName(name: string, max: number): string {
  if (name.length <= max) return name
  return name
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
}

/**
 * The same card once more, without what uses it. Nothing is checked again: it shows what its original shows.
 * @param nameOf the name of the copy
 * @throws Refusal template_not_found, template_limit
 */
export async function copyTemplate(
  db: CabinetDb,
  id: string,
  nameOf: (name: string) => string,
  now: Date,
): Promise<sql.TemplateRow> {
  const original = await getTemplate(db, id)
  const room = TEMPLATE_NAME_MAX - nameOf('').length
  return addTemplate(db, { ...original, name: nameOf(cutName(original.name, room)) }, now)
}

/** @throws Refusal template_not_found */
export async function getTemplate(db: CabinetDb, id: string): Promise<sql.TemplateRow> {
  const row = await sql.templateById(db, id)
  if (!row) throw refuse('template_not_found')
  return row
}

/** Until the end of the transaction nobody archives or deletes it. @returns undefined when it is gone */
export const keepTemplate = (db: CabinetDb, id: string): Promise<sql.TemplateRow | undefined> =>
  sql.holdTemplate(db, id, 'keep')

/** Waits for those who keep it: what they have begun is then seen. @throws Refusal template_not_found */
async function takeTemplate(db: CabinetDb, id: string): Promise<sql.TemplateRow> {
  const row = await sql.holdTemplate(db, id, 'take')
  if (!row) throw refuse('template_not_found')
  return row
}

/** @throws Refusal template_not_found, version_conflict, unknown_variable, unknown_image */
export async function saveTemplate(
  db: CabinetDb,
  id: string,
  input: TemplateInput & { version: number },
  now: Date,
): Promise<sql.TemplateRow> {
  await getTemplate(db, id)
  await checkInput(db, input)
  const isSaved = await sql.updateTemplate(db, id, input.version, {
    name: input.name,
    design: input.design,
    variables: input.variables,
    ...columnsOf(input),
    updated_at: now,
  })
  if (!isSaved) throw refuse('version_conflict')
  return getTemplate(db, id)
}

/**
 * The foreign keys of forms, cards, pushes and triggers refuse; the counts show the user why.
 * @param countUses asks the rooms that use the template
 * @throws Refusal template_not_found, template_in_use
 */
export async function removeTemplate(db: CabinetDb, id: string, countUses: () => Promise<TemplateUses>): Promise<void> {
  await lockLimits(db)
  const row = await takeTemplate(db, id)
  const { forms, issued, pushes, triggers } = await countUses()
  const inUse = () => refuse('template_in_use', { forms, cards: issued, pushes, triggers })
  if (forms + issued + pushes + triggers > 0) throw inUse()
  try {
    await sql.deleteTemplate(db, id)
    if (row.is_default) await sql.setOldestDefault(db)
  } catch (error) {
    if (constraintOf(error) !== undefined) throw inUse()
    throw error
  }
}

/**
 * Out of use or back into it. The first one in use is the default one.
 * @param countUses asks the rooms that use the template
 * @throws Refusal template_not_found, template_limit, template_given, template_last
 */
export async function archiveTemplate(
  db: CabinetDb,
  id: string,
  { isArchived, at }: { isArchived: boolean; at: Date },
  countUses: () => Promise<TemplateUses>,
): Promise<sql.TemplateRow> {
  const { templates: limit } = await lockLimits(db)
  const row = await takeTemplate(db, id)
  if ((row.archived_at !== null) === isArchived) return row
  const inUse = await sql.countTemplates(db)
  if (isArchived) {
    const { forms, triggers } = await countUses()
    if (forms + triggers > 0) throw refuse('template_given', { forms, triggers })
    if (inUse === 1) throw refuse('template_last')
  } else if (inUse >= limit) throw refuse('template_limit', { limit })
  await sql.setArchived(db, id, isArchived ? at : null)
  if (row.is_default || inUse === 0) await sql.setOldestDefault(db)
  return getTemplate(db, id)
}

/** @throws Refusal template_not_found, template_archived */
export async function makeDefault(db: CabinetDb, id: string): Promise<void> {
  await lockLimits(db)
  if ((await getTemplate(db, id)).archived_at !== null) throw refuse('template_archived')
  await sql.setDefault(db, id)
}

/** A template with its design; undefined when there is none with this id. */
export function findTemplate(db: CabinetDb, id: string): Promise<sql.TemplateRow | undefined> {
  return sql.templateById(db, id)
}

/** Businesses with templates whose cards end. @param tx of scheduled work over all businesses */
export function cabinetsWithEnds(tx: Tx, after: number, limit: number): Promise<number[]> {
  return sql.cabinetsWithEnds(tx, after, limit)
}

export { lastDayOf } from './ends.ts'

/** How many templates there are, and for how many birthday messages are on. */
export function countBirthdayTemplates(db: CabinetDb): Promise<{ all: number; on: number }> {
  return sql.countBirthdayTemplates(db)
}

/** Which of these templates there are. */
export function existingTemplates(db: CabinetDb, ids: readonly string[]): Promise<string[]> {
  return sql.existingIds(db, ids)
}

/** Every template of the cabinet by its name, as lists to choose from show it. */
export function templateNames(db: CabinetDb): Promise<sql.NamedTemplate[]> {
  return sql.templateNames(db)
}

/** The points on cards of these templates have changed: packages made before are out of date. */
export function raisePointsVersion(db: CabinetDb, ids: readonly string[]): Promise<void> {
  return sql.raisePointsVersion(db, ids)
}

/** Variables that templates name in texts or give a value, the oldest template first. */
export function templatesNaming(db: CabinetDb, names: readonly string[]) {
  return sql.templatesNaming(db, names)
}

/** Templates on whose cards the cabinet's default value of a variable is shown: named there and not overruled. */
export function templatesShowing(db: CabinetDb, name: string): Promise<string[]> {
  return sql.templatesShowing(db, name)
}

export type { TemplateRow } from './sql.ts'
export {
  endingTemplates,
  isBirthdayTemplate,
  nameOfTemplate,
  organisationOfTemplate,
  templatesToJoin,
} from './in-queries.ts'
