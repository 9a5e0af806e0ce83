/** The content of a Google loyalty card: made from our own filled card, or read from Google's class and object JSON. */
import type { PassBarcode } from './apple-pass.ts'
import { readableOn } from './contrast.ts'
import type { FilledCard } from './fill.ts'

export type GoogleField = { key: string; label: string; value: string }
export type GoogleMessage = { id: string; header: string; body: string }

export type GooglePassView = {
  /** `#rrggbb`; the text colour is Google's choice, not ours. */
  background: string
  text: string
  issuer: string
  programName: string
  programLogo: string | null
  hero: string | null
  /** Rows of a start and an end item. */
  rows: [GoogleField | null, GoogleField | null][]
  barcode: PassBarcode | null
  details: GoogleField[]
  links: { uri: string; text: string }[]
  messages: GoogleMessage[]
}

/** The loyalty card as the Google engine builds it: row 1 center and top, row 2 left and right. */
export function googlePassViewOf(card: FilledCard): GooglePassView {
  const field = (key: 'top' | 'center' | 'left' | 'right'): GoogleField | null => {
    const filled = card.fields[key]
    return filled ? { key, label: filled.label, value: filled.value } : null
  }
  const rows: GooglePassView['rows'] = [
    [field('center'), field('top')],
    [field('left'), field('right')],
  ]
  return {
    background: card.colours.background,
    text: readableOn(card.colours.background),
    issuer: card.organisation,
    programName: card.programName,
    programLogo: card.images.programLogo ?? null,
    hero: card.images.hero ?? null,
    rows: rows.filter(([start, end]) => start !== null || end !== null),
    barcode: card.barcode,
    details: card.back.map((row, i) => ({ key: `back${i}`, label: row.label, value: row.value })),
    links: card.links,
    messages: [],
  }
}

type Json = Readonly<Record<string, unknown>>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : [])
const jsonOf = (value: unknown): Json => (isJson(value) ? value : {})

/** A text at a dotted path of nested objects, or ''. */
function textAt(json: Json, ...path: string[]): string {
  return textOf(path.slice(0, -1).reduce<Json>((at, key) => jsonOf(at[key]), json)[path.at(-1) as string])
}

/** A localizable text: the plain one, or Google's LocalizedString. */
function localized(json: Json, key: string): string {
  return textOf(json[key]) || textAt(json, `localized${key[0]?.toUpperCase()}${key.slice(1)}`, 'defaultValue', 'value')
}

/**
 * Reads a loyalty class and object as Google's wallet does: the object's own picture, messages and modules come first.
 */
export function googlePassViewOfObject(cardClass: Json, object: Json): GooglePassView {
  const background = textOf(object.hexBackgroundColor) || textOf(cardClass.hexBackgroundColor) || '#4285f4'
  const picture = (json: Json, key: string) => textAt(json, key, 'sourceUri', 'uri') || null
  const template = jsonOf(cardClass.classTemplateInfo)
  const rowInfos = listOf(jsonOf(template.cardTemplateOverride).cardRowTemplateInfos)
  const rows = rowInfos.length > 0 ? rowInfos.map((row) => templateRow(row, cardClass, object)) : [defaultRow(object)]
  const shownKeys = new Set(rows.flat().map((field) => field?.key))
  const modules = [...listOf(object.textModulesData), ...listOf(cardClass.textModulesData)].map(moduleField)
  return {
    background,
    text: readableOn(/^#[0-9a-f]{6}$/i.test(background) ? background : '#4285f4'),
    issuer: localized(cardClass, 'issuerName'),
    programName: localized(cardClass, 'programName'),
    programLogo: picture(cardClass, 'programLogo'),
    hero: picture(object, 'heroImage') ?? picture(cardClass, 'heroImage'),
    rows: rows.filter(([start, end]) => start !== null || end !== null),
    barcode: googleBarcode(jsonOf(object.barcode)),
    details: modules.filter((field) => !shownKeys.has(field.key)),
    links: [object, cardClass].flatMap((json) =>
      listOf(jsonOf(json.linksModuleData).uris).map((link) => ({
        uri: textOf(link.uri),
        text: localized(link, 'description') || textOf(link.uri),
      })),
    ),
    messages: [...listOf(object.messages), ...listOf(cardClass.messages)].map((message) => ({
      id: textOf(message.id),
      header: localized(message, 'header'),
      body: localized(message, 'body'),
    })),
  }
}

const moduleField = (module: Json): GoogleField => ({
  key: textOf(module.id),
  label: localized(module, 'header'),
  value: localized(module, 'body'),
})

function templateRow(row: Json, cardClass: Json, object: Json): [GoogleField | null, GoogleField | null] {
  const items = jsonOf(row.twoItems ?? row.threeItems ?? row.oneItem)
  const item = (key: string) => {
    const fields = listOf(jsonOf(jsonOf(items[key]).firstValue).fields)
    return (
      fields.map((field) => fieldAt(textOf(field.fieldPath), cardClass, object)).find((field) => field !== null) ?? null
    )
  }
  return row.oneItem ? [item('item'), null] : [item('startItem'), item('endItem')]
}

/** `object.textModulesData['left']`, `object.loyaltyPoints.balance`, `object.accountName` … */
function fieldAt(path: string, cardClass: Json, object: Json): GoogleField | null {
  const source = path.startsWith('class.') ? cardClass : object
  const moduleId = /textModulesData\[['"](.+?)['"]\]/.exec(path)?.[1]
  if (moduleId !== undefined) {
    const module = listOf(source.textModulesData).find((candidate) => candidate.id === moduleId)
    return module ? moduleField(module) : null
  }
  const [name = '', ...deeper] = path.replace(/^(object|class)\./, '').split('.')
  if (/loyaltyPoints$/i.test(name)) return pointsField(name, jsonOf(source[name]))
  const value = deeper.length > 0 ? textAt(source, name, ...deeper) : localized(source, name)
  return value === '' ? null : { key: name, label: localized(cardClass, `${name}Label`), value }
}

function pointsField(key: string, points: Json): GoogleField | null {
  const balance = jsonOf(points.balance)
  const money = jsonOf(balance.money)
  const value = isJson(balance.money)
    ? `${(Number(money.micros) / 1_000_000).toFixed(2)} ${textOf(money.currencyCode)}`.trim()
    : String(balance.string ?? balance.int ?? balance.double ?? '')
  return value === '' ? null : { key, label: localized(points, 'label'), value }
}

/** Without a template Google shows the points and the account's name. */
function defaultRow(object: Json): [GoogleField | null, GoogleField | null] {
  const points = pointsField('loyaltyPoints', jsonOf(object.loyaltyPoints))
  const name = textOf(object.accountName)
  return [points, name === '' ? null : { key: 'accountName', label: '', value: name }]
}

function googleBarcode(barcode: Json): PassBarcode | null {
  const types: Readonly<Record<string, PassBarcode['type']>> = {
    QR_CODE: 'qr',
    qrCode: 'qr',
    CODE_128: 'code128',
    code128: 'code128',
    AZTEC: 'aztec',
    aztec: 'aztec',
    PDF_417: 'pdf417',
    pdf417: 'pdf417',
  }
  const type = types[textOf(barcode.type)]
  return type ? { type, message: textOf(barcode.value), alt: textOf(barcode.alternateText) } : null
}
