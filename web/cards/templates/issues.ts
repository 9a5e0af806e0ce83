/**
 * Issues of a card before it is saved. An `error` cannot be saved, a `warning` will look wrong or not work, a `hint`
 * is a matter of taste. Pure; the texts are under `templates.issues` by code.
 */
import { contrastRatio } from '../../../card/contrast.ts'
import { fillText, variablesIn } from '../../../card/fill.ts'
import { isBarcodeText } from '../../../contract/cards/card-texts.ts'
import { CARD_PLACES, type Design, LATIN_CODES } from '../../../contract/cards/design.ts'
import { faultOf } from '../../../contract/field-fault.ts'
import { TemplateInput } from '../../../contract/cards/templates.ts'
import { contrastOnCover, type CoverPixels, textOnCover } from './cover-contrast.ts'
import type { ControlName } from './controls.ts'
import type { Draft } from './card-draft.ts'

export type IssueCode =
  | 'missing_logo'
  | 'low_contrast'
  | 'very_low_contrast'
  | 'cover_contrast'
  | 'no_barcode'
  | 'code_not_latin'
  | 'code_too_long'
  | 'label_long_google'
  | 'value_long_google'
  | 'name_long_google'
  | 'too_many_texts_google'
  | 'no_program_logo'
  | 'unknown_variable'
  | 'field_invalid'
  | 'empty_value'
  | 'front_empty'

export type Issue = {
  code: IssueCode
  severity: 'error' | 'warning' | 'hint'
  control: ControlName
  /** Placeholders of the sentence; `reason` is a code of `refusals.fields`. */
  values: Readonly<Record<string, string | number>>
}

export const CONTRAST_GOOD = 4.5
export const CONTRAST_POOR = 3
/**
 * Google cuts names at 20 characters, labels and values of points at 9 and 7, and shows ten texts. Same figures as in
 * the wallet engine.
 */
const GOOGLE = { name: 20, pointsLabel: 9, pointsValue: 7, texts: 10 }
const CODE128_MAX = 40

/**
 * @param known names of all variables of the cabinet
 * @param values texts of variables for the chosen sample person
 * @param cover pixels of the cover; null: there is none, or it is not loaded yet
 */
export function findIssues(
  draft: Draft,
  known: ReadonlySet<string>,
  values: Readonly<Record<string, string>>,
  cover: CoverPixels | null = null,
): Issue[] {
  const { design } = draft
  return [
    ...invalidFields(draft),
    ...variableIssues(design, known),
    ...contrastIssues(design),
    ...coverIssues(design, values, cover),
    ...barcodeIssues(design, values),
    ...frontIssues(design),
    ...googleIssues(design, values),
  ]
}

/** The contract's own check, so that the editor never sends what the server would refuse. */
function invalidFields(draft: Draft): Issue[] {
  const issues = (TemplateInput.safeParse(draft).error?.issues ?? []).map((issue): Issue => {
    const fault = faultOf(issue, (message) => /^[a-z_]+$/.test(message))
    return {
      code: 'field_invalid',
      severity: 'error',
      control: issue.path.join('.'),
      values: { reason: fault.code, ...fault.detail },
    }
  })
  return issues.filter((issue, i) => issues.findIndex((other) => other.control === issue.control) === i)
}

/** Every text of a design that may contain variables, with its control. */
export function variableTexts(design: Design): [ControlName, string][] {
  const fields = CARD_PLACES.flatMap((place): [ControlName, string][] => {
    const field = design.fields[place]
    return field
      ? [
          [`design.fields.${place}.label`, field.label],
          [`design.fields.${place}.value`, field.value],
        ]
      : []
  })
  return [
    ...fields,
    ['design.barcode.message', design.barcode.message],
    ['design.barcode.alt', design.barcode.alt],
    ...design.back.fields.map((row, i): [ControlName, string] => [`design.back.fields.${i}.value`, row.value]),
    ...(design.nfc ? [['design.nfc.message', design.nfc.message] satisfies [ControlName, string]] : []),
  ]
}

function variableIssues(design: Design, known: ReadonlySet<string>): Issue[] {
  return variableTexts(design).flatMap(([control, text]) =>
    variablesIn(text)
      .filter((name) => !known.has(name))
      .slice(0, 1)
      .map((name): Issue => ({ code: 'unknown_variable', severity: 'error', control, values: { name: `{${name}}` } })),
  )
}

function contrastIssues({ colours }: Design): Issue[] {
  return (['text', 'title'] as const).flatMap((key): Issue[] => {
    const ratio = safeContrast(colours[key], colours.background)
    if (ratio === null || ratio >= CONTRAST_GOOD) return []
    const control = `design.colours.${key}`
    return [
      {
        code: ratio < CONTRAST_POOR ? 'very_low_contrast' : 'low_contrast',
        severity: 'warning',
        control,
        values: { ratio: Math.round(ratio * 10) / 10, colour: key },
      },
    ]
  })
}

/** Large text needs a contrast of 3. */
function coverIssues(design: Design, values: Readonly<Record<string, string>>, cover: CoverPixels | null): Issue[] {
  if (cover === null || design.images.cover === null || safeContrast(design.colours.text, '#ffffff') === null) return []
  const box = textOnCover(design, values)
  const ratio = box ? contrastOnCover(cover, design.colours, box) : Infinity
  if (ratio >= CONTRAST_POOR) return []
  const shown = Math.round(ratio * 10) / 10
  return [{ code: 'cover_contrast', severity: 'warning', control: 'design.colours.text', values: { ratio: shown } }]
}

/** Null while a colour is incomplete. */
export function safeContrast(one: string, other: string): number | null {
  const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)
  return isColour(one) && isColour(other) ? contrastRatio(one, other) : null
}

function barcodeIssues({ barcode }: Design, values: Readonly<Record<string, string>>): Issue[] {
  const control = 'design.barcode.message'
  if (barcode.type === 'none')
    return [{ code: 'no_barcode', severity: 'warning', control: 'design.barcode.type', values: {} }]
  const message = fillText(barcode.message, values)
  if (barcode.message.trim() === '') return [{ code: 'no_barcode', severity: 'warning', control, values: {} }]
  // Letters of the design itself are refused by the contract.
  if (!LATIN_CODES.includes(barcode.type) || !isBarcodeText(barcode.message)) return []
  if (!isBarcodeText(message)) return [{ code: 'code_not_latin', severity: 'warning', control, values: {} }]
  return barcode.type === 'code128' && message.length > CODE128_MAX
    ? [{ code: 'code_too_long', severity: 'warning', control, values: { max: CODE128_MAX, length: message.length } }]
    : []
}

function frontIssues(design: Design): Issue[] {
  const issues: Issue[] = []
  const filled = CARD_PLACES.filter((place) => design.fields[place]?.value.trim())
  if (filled.length === 0)
    issues.push({ code: 'front_empty', severity: 'warning', control: 'design.fields.center.value', values: {} })
  for (const place of CARD_PLACES) {
    const field = design.fields[place]
    if (field && field.label.trim() !== '' && field.value.trim() === '') {
      issues.push({
        code: 'empty_value',
        severity: 'hint',
        control: `design.fields.${place}.value`,
        values: { label: field.label },
      })
    }
  }
  if (!design.images.logo)
    issues.push({ code: 'missing_logo', severity: 'hint', control: 'design.images.logo', values: {} })
  if (!design.images.programLogo)
    issues.push({ code: 'no_program_logo', severity: 'hint', control: 'design.images.programLogo', values: {} })
  return issues
}

function googleIssues(design: Design, values: Readonly<Record<string, string>>): Issue[] {
  const issues: Issue[] = []
  const check = (code: IssueCode, control: ControlName, text: string, max: number) => {
    const length = [...fillText(text, values).trim()].length
    if (length > max)
      issues.push({ code, severity: 'hint', control, values: { text: fillText(text, values).trim(), max, length } })
  }
  check('name_long_google', 'design.organisation', design.organisation, GOOGLE.name)
  check('name_long_google', 'design.programName', design.programName, GOOGLE.name)
  const { center } = design.fields
  if (center?.changeMessage) {
    check('label_long_google', 'design.fields.center.label', center.label, GOOGLE.pointsLabel)
    check('value_long_google', 'design.fields.center.value', center.value, GOOGLE.pointsValue)
  }
  const texts = CARD_PLACES.filter((place) => design.fields[place]?.value).length + design.back.fields.length
  if (texts > GOOGLE.texts) {
    issues.push({
      code: 'too_many_texts_google',
      severity: 'hint',
      control: 'design.back.fields',
      values: { max: GOOGLE.texts, count: texts },
    })
  }
  return issues
}
