/** Issuing forms: their fields, look, language and template. */
import { randomBytes } from 'node:crypto'
import {
  CLIENT_VARIABLES,
  forms as contract,
  type Form,
  type FormField,
  type FormRow,
  type FormSettings,
} from '../../../contract/people/forms.ts'
import { maskOfCountry } from '../../../contract/phone-countries.ts'
import { FIELD_TYPES, type Language, type PhoneMask } from '../../../contract/limits.ts'
import type { OpenedCabinet } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { destinationOf } from '../../base/phone-number.ts'
import { refusals } from '../../base/refusal.ts'
import { lockLimits, phoneOf, pointsStyle, readLimits } from '../../platform/cabinets/cabinets.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import { findTemplate, templateNames } from '../../cards/templates/templates.ts'
import { firstUnknownOwnName } from '../../cards/variables/variables.ts'
import { canSendSms } from '../verification/verification.ts'
import { firstExpressionFault } from './expression.ts'
import { lookOf } from './looks.ts'
import * as sql from './sql.ts'
import { usualSettings } from './usual-settings.ts'

export { usualSettings }
export { readLinkCode } from './link-code.ts'
export { endVisits, noteVisit, writeVisits } from './visits.ts'

const refuse = refusals(contract)

/** Address of the public page. */
export function formUrl(app: App, domain: string, formKey: string): string {
  return `${app.publicUrl}/f/${domain}/${formKey}`
}

function rowReply(app: App, domain: string, row: sql.FormRow): FormRow {
  return {
    id: row.id,
    formKey: row.form_key,
    name: row.name,
    template: { id: row.template_id, name: row.template_name },
    lang: row.settings.lang,
    theme: row.settings.theme,
    isOpen: row.settings.isOpen,
    url: formUrl(app, domain, row.form_key),
    // Nobody fills in a form without a visit, even one that was not counted.
    opened: Math.max(row.opened, row.filled),
    filled: row.filled,
    installed: row.installed,
    updatedAt: row.updated_at.toISOString(),
  }
}

async function reply(app: App, db: CabinetDb, domain: string, row: sql.FormRow): Promise<Form> {
  const look = await lookOf(db, row.id, formUrl(app, domain, row.form_key))
  return { ...rowReply(app, domain, row), settings: row.settings, look, version: row.version }
}

export async function listForms(app: App, db: CabinetDb, domain: string) {
  const [rows, templates, limits] = await Promise.all([sql.allForms(db), templateNames(db), readLimits(db)])
  return {
    forms: rows.map((row) => rowReply(app, domain, row)),
    templates: templates.filter((one) => !one.is_archived).map(({ id, name }) => ({ id, name })),
    limit: limits.forms,
  }
}

/** Forms with an active field for the promo code, and whether it is typed or comes hidden in the link. */
export async function promoForms(app: App, db: CabinetDb, domain: string) {
  return (await sql.allForms(db)).flatMap((row) => {
    const field = row.settings.fields.find((one) => one.active && one.variableName === 'promo')
    return field
      ? [
          {
            formKey: row.form_key,
            name: row.name,
            url: formUrl(app, domain, row.form_key),
            isOpen: row.settings.isOpen,
            asks: field.isHidden ? ('hidden' as const) : ('typed' as const),
          },
        ]
      : []
  })
}

/** Visitors of a shop write their numbers as they dial them there. */
async function homeMask(db: CabinetDb): Promise<PhoneMask> {
  const phone = await phoneOf(db)
  return maskOfCountry(phone === null ? null : destinationOf(phone).country)
}

export async function createForm(
  app: App,
  db: CabinetDb,
  cabinet: { domain: string; name: string },
  input: {
    name: string
    template: string
    lang: Language
    settings?: FormSettings
    formKey?: string
    phoneMask?: PhoneMask
  },
): Promise<Form> {
  if (!(await activeCertificate(db))) throw refuse('cards_not_active')
  const template = await findTemplate(db, input.template)
  if (!template) throw refuse('template_not_found')
  if (template.archived_at !== null) throw refuse('template_archived')
  const { forms: limit } = await lockLimits(db)
  if ((await sql.countForms(db)) >= limit) throw refuse('form_limit', { limit })
  const formKey = input.formKey ?? randomBytes(6).toString('hex')
  const now = app.clock.now()
  await sql.insertForm(db, {
    id: crypto.randomUUID(),
    form_key: formKey,
    name: input.name,
    template_id: template.id,
    settings:
      input.settings ??
      usualSettings(
        input.lang,
        template.design.organisation,
        await pointsStyle(db),
        input.phoneMask ?? (await homeMask(db)),
      ),
    created_at: now,
    updated_at: now,
  })
  return readForm(app, db, cabinet.domain, formKey)
}

export async function readForm(app: App, db: CabinetDb, domain: string, formKey: string): Promise<Form> {
  const row = await sql.formByKey(db, formKey)
  // The editor of this version would lose a field of a type that only a newer one knows.
  if (!row?.settings.fields.every(({ type }) => FIELD_TYPES.includes(type))) throw refuse('form_not_found')
  return reply(app, db, domain, row)
}

async function checkSettings(
  db: CabinetDb,
  cabinet: OpenedCabinet,
  settings: FormSettings,
  before: FormSettings,
): Promise<void> {
  if (
    settings.theme !== before.theme &&
    settings.theme !== 'day' &&
    cabinet.tariff !== 'advanced' &&
    cabinet.tariff !== 'expert'
  ) {
    throw refuse('theme_needs_plan')
  }
  const hidden = settings.fields.findIndex(
    (field) => field.isHidden && !before.fields.some((one) => one.isHidden && one.key === field.key),
  )
  if (hidden >= 0 && (cabinet.tariff === null || cabinet.tariff === 'demo')) {
    throw refuse(
      'hidden_promo_needs_plan',
      {},
      { [`settings.fields.${hidden}.isHidden`]: { code: 'hidden_promo_needs_plan' } },
    )
  }
  const own = settings.fields
    .map((field) => field.variableName)
    .filter((name) => !(CLIENT_VARIABLES as readonly string[]).includes(name))
  const unknown = await firstUnknownOwnName(db, own)
  if (unknown !== undefined) throw refuse('unknown_variable', { name: unknown })
  if (settings.smsCheck) await checkSmsCheck(db, settings, before)
  checkExpressions(settings.fields)
}

function checkExpressions(fields: readonly FormField[]): void {
  const found = firstExpressionFault(fields)
  if (!found) return
  const { code } = found.fault
  const detail = 'reason' in found.fault ? { reason: found.fault.reason } : {}
  throw refuse(code, detail, { [`settings.fields.${found.index}.regularExpression`]: { code, detail } })
}

/**
 * A provider that fails later does not block other changes of the form.
 * @throws Refusal sms_not_connected, sms_check_needs_phone when the check is switched on
 */
async function checkSmsCheck(db: CabinetDb, settings: FormSettings, before: FormSettings): Promise<void> {
  const at = (code: 'sms_not_connected' | 'sms_check_needs_phone') =>
    refuse(code, {}, { 'settings.smsCheck': { code } })
  if (!before.smsCheck && !(await canSendSms(db))) throw at('sms_not_connected')
  const phone = settings.fields.find((field) => field.active && field.variableName === 'tel')
  if (phone?.type !== 'tel' || !phone.required) throw at('sms_check_needs_phone')
}

export async function saveForm(
  app: App,
  db: CabinetDb,
  cabinet: OpenedCabinet,
  formKey: string,
  input: { name: string; template: string; settings: FormSettings; version: number },
): Promise<Form> {
  const before = await sql.formByKey(db, formKey)
  if (!before) throw refuse('form_not_found')
  const template = await findTemplate(db, input.template)
  if (!template) throw refuse('template_not_found')
  if (template.archived_at !== null && template.id !== before.template_id) throw refuse('template_archived')
  await checkSettings(db, cabinet, input.settings, before.settings)
  const isSaved = await sql.updateForm(db, formKey, input.version, {
    name: input.name,
    template_id: input.template,
    settings: input.settings,
    updated_at: app.clock.now(),
  })
  if (!isSaved) throw refuse('version_conflict')
  return readForm(app, db, cabinet.domain, formKey)
}

/** Forms that cannot issue cards without an SMS provider. */
export async function formsThatCheck(db: CabinetDb): Promise<{ formKey: string; name: string }[]> {
  return (await sql.allForms(db))
    .filter(({ settings }) => settings.smsCheck)
    .map((row) => ({ formKey: row.form_key, name: row.name }))
}

/** A form that was deleted, by the key in its address; undefined when there never was one. */
export function findDeletedForm(db: CabinetDb, formKey: string): Promise<sql.DeletedForm | undefined> {
  return sql.deletedForm(db, formKey)
}

/** A form by the key in its address; undefined when there is none. */
export function findForm(db: CabinetDb, formKey: string): Promise<sql.FormRow | undefined> {
  return sql.formByKey(db, formKey)
}

/** A form by its id; undefined when there is none. */
export function findFormById(db: CabinetDb, id: string): Promise<sql.FormRow | undefined> {
  return sql.formById(db, id)
}

/** Counts a step in the funnel of the form. */
export function addToFunnel(db: CabinetDb, id: string, step: 'opened' | 'filled' | 'installed', by = 1): Promise<void> {
  return sql.addToFunnel(db, id, step, by)
}

/** The keys among these that exist. */
export function existingForms(db: CabinetDb, formKeys: readonly string[]): Promise<string[]> {
  return sql.existingKeys(db, formKeys)
}

/** Keys and names of the forms, by id. */
export async function formLabels(db: CabinetDb): Promise<Map<string, { id: string; name: string }>> {
  return new Map((await sql.allForms(db)).map((row) => [row.id, { id: row.form_key, name: row.name }]))
}

/** Names of the forms, by id or by key. */
export function formNames(db: CabinetDb, by: 'id' | 'form_key' = 'id'): Promise<Map<string, string>> {
  return sql.formNames(db, by)
}

export type { DeletedForm, FormRow as StoredForm } from './sql.ts'
export { areCompiled, compileExpressions } from './expression.ts'
export { lookFile, lookOf, readLook, setLook } from './looks.ts'
export { idsOfForms } from './in-queries.ts'
export { deleteMarked, removeForm } from './remove.ts'
export { createLink, findLink, linkIdOf, linkNames } from './links.ts'

/** How many forms each of these templates has. */
export async function countFormsOf(
  db: CabinetDb,
  templateIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return templateIds.length === 0 ? new Map() : new Map(await sql.countFormsOf(db, templateIds))
}

/** The types by which forms ask for a variable, by its name. */
export async function kindsOfVariables(db: CabinetDb): Promise<Map<string, string[]>> {
  return new Map((await sql.typesOfVariables(db)).map(({ name, types }) => [name, types]))
}

/** Variables that forms ask for, the oldest form first. */
export function formsNaming(db: CabinetDb, names: readonly string[]) {
  return sql.formsNaming(db, names)
}
