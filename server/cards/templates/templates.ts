/** Card templates: designs that are checked before they are kept. A card that is out there follows by `passes`. */
import { CARD_PLACES, type Design } from '../../../contract/cards/design.ts'
import type { CardType } from '../../../contract/limits.ts'
import {
  templates as contract,
  type Template,
  type TemplateInput,
  type TemplateRow,
} from '../../../contract/cards/templates.ts'
import { type CabinetDb, constraintOf } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { lockLimits, readLimits } from '../../platform/cabinets/cabinets.ts'
import { areImagesKnown } from '../../platform/files/files.ts'
import { firstUnknown, firstUnknownName } from '../variables/variables.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

/** Texts of a design in which variables may stand. */
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
}

function rowReply(row: sql.TemplateRow & sql.TemplateCounts): TemplateRow {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    isDefault: row.is_default,
    issued: row.issued,
    forms: row.forms,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    design: row.design,
  }
}

function reply(row: sql.TemplateRow & sql.TemplateCounts): Template {
  return {
    ...rowReply(row),
    birthdayEnabled: row.birthday_enabled,
    variables: row.variables,
    allowed: { remove: row.issued + row.forms + row.pushes + row.triggers === 0, updateCards: row.issued > 0 },
  }
}

export async function listTemplates(db: CabinetDb): Promise<{ templates: TemplateRow[]; limit: number }> {
  return { templates: (await sql.allTemplates(db)).map(rowReply), limit: (await readLimits(db)).templates }
}

export async function createTemplate(
  db: CabinetDb,
  input: TemplateInput & { type: CardType },
  now: Date,
): Promise<Template> {
  await checkInput(db, input)
  const { templates: limit } = await lockLimits(db)
  const count = await sql.countTemplates(db)
  if (count >= limit) throw refuse('template_limit', { limit })
  const id = crypto.randomUUID()
  await sql.insertTemplate(db, {
    id,
    name: input.name,
    type: input.type,
    is_default: count === 0,
    design: input.design,
    birthday_enabled: input.birthdayEnabled,
    variables: input.variables,
    created_at: now,
    updated_at: now,
  })
  return readTemplate(db, id)
}

export async function readTemplate(db: CabinetDb, id: string): Promise<Template> {
  const row = await sql.templateWithCounts(db, id)
  if (!row) throw refuse('template_not_found')
  return reply(row)
}

export async function saveTemplate(
  db: CabinetDb,
  id: string,
  input: TemplateInput & { version: number },
  now: Date,
): Promise<Template> {
  await readTemplate(db, id)
  await checkInput(db, input)
  const isSaved = await sql.updateTemplate(db, id, input.version, {
    name: input.name,
    design: input.design,
    birthday_enabled: input.birthdayEnabled,
    variables: input.variables,
    updated_at: now,
  })
  if (!isSaved) throw refuse('version_conflict')
  return readTemplate(db, id)
}

/** The foreign keys of forms, cards, pushes and triggers refuse; this says what holds the template. */
export async function removeTemplate(db: CabinetDb, id: string): Promise<void> {
  await lockLimits(db)
  const row = await sql.templateWithCounts(db, id)
  if (!row) throw refuse('template_not_found')
  const inUse = () =>
    refuse('template_in_use', { forms: row.forms, cards: row.issued, pushes: row.pushes, triggers: row.triggers })
  if (row.forms + row.issued + row.pushes + row.triggers > 0) throw inUse()
  try {
    await sql.deleteTemplate(db, id)
    if (row.is_default) await sql.setOldestDefault(db)
  } catch (error) {
    if (constraintOf(error) !== undefined) throw inUse()
    throw error
  }
}

export async function makeDefault(db: CabinetDb, id: string): Promise<void> {
  await lockLimits(db)
  await readTemplate(db, id)
  await sql.setDefault(db, id)
}

/** What other rooms need of a template, or undefined when there is none. */
/** A template with its design; undefined when there is none of this id. */
export function findTemplate(db: CabinetDb, id: string): Promise<sql.TemplateRow | undefined> {
  return sql.templateById(db, id)
}

/** Every template of the cabinet by its name, as lists to choose from show it. */
export function templateNames(db: CabinetDb): Promise<{ id: string; name: string; is_default: boolean }[]> {
  return sql.templateNames(db)
}

/** The points on the cards of these templates are others now. */
/** The points on cards of these templates have changed: packages made before are out of date. */
export function raisePointsVersion(db: CabinetDb, ids: readonly string[]): Promise<void> {
  return sql.raisePointsVersion(db, ids)
}

export type { TemplateRow } from './sql.ts'
