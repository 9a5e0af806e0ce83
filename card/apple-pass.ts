/**
 * The content of the front and the back of an Apple store card: made from our own filled card, or read from a real
 * pass.json.
 */
import type { CodeType } from '../contract/cards/design.ts'
import type { FilledCard } from './fill.ts'

export type PassBarcode = { type: CodeType; message: string; alt: string }

export type PassField = {
  key: string
  label: string
  value: string
  align: 'left' | 'center' | 'right'
  /** Lock-screen sentence with `%@` for the new value; empty when a change is silent. */
  changeMessage: string
  /** Apple's attributedValue: text with `<a href>` only. */
  html?: string
}

export type ApplePassView = {
  organisation: string
  description: string
  /** Any CSS colours: `#rrggbb` from a design, `rgb(…)` from a pass.json. */
  background: string
  foreground: string
  labelColor: string
  /** Addresses of pictures. */
  logo: string | null
  strip: string | null
  icon: string | null
  logoText: string
  header: PassField[]
  primary: PassField[]
  /** Secondary and auxiliary fields: a store card shows at most four of both, in one row. */
  secondary: PassField[]
  barcode: PassBarcode | null
  back: PassField[]
}

const ROW_FIELDS_MAX = 4

/** The store card as the Apple engine builds it: top → header, center → primary, left and right → the row. */
export function applePassViewOf(card: FilledCard): ApplePassView {
  const place = (key: 'top' | 'center' | 'left' | 'right', align: PassField['align'] = 'left'): PassField[] => {
    const field = card.fields[key]
    return field ? [{ key, label: field.label, value: field.value, changeMessage: field.changeMessage, align }] : []
  }
  const links = card.links.map((link) => `<a href="${escapeHtml(link.uri)}">${escapeHtml(link.text)}</a>`).join('\n')
  return {
    organisation: card.organisation,
    description: card.cardName,
    background: card.colours.background,
    foreground: card.colours.text,
    labelColor: card.colours.title,
    logo: card.images.logo ?? null,
    strip: card.images.cover ?? null,
    icon: card.images.icon ?? null,
    logoText: card.images.logo ? '' : card.cardName,
    header: place('top', 'right'),
    primary: place('center'),
    secondary: [...place('left'), ...place('right', 'right')],
    barcode: card.barcode,
    back: [
      ...card.back.map((row, i) => ({
        key: `back${i}`,
        label: row.label,
        value: row.value,
        align: 'left' as const,
        changeMessage: '',
      })),
      ...(links === ''
        ? []
        : [
            {
              key: 'links',
              label: '',
              value: card.links.map((link) => link.uri).join('\n'),
              html: links,
              align: 'left' as const,
              changeMessage: '',
            },
          ]),
    ],
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

type Json = Readonly<Record<string, unknown>>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : [])

/**
 * Reads a pass.json as a phone does.
 * @param imageUrls addresses of the package's pictures by slot; the caller made them from the package's files
 * @param locale BCP 47 language of numbers and dates
 */
export function applePassViewOfPackage(
  passJson: Json,
  imageUrls: { logo?: string | undefined; strip?: string | undefined; icon?: string | undefined },
  locale = 'en',
): ApplePassView {
  const style = ['storeCard', 'coupon', 'generic', 'eventTicket'].map((name) => passJson[name]).find(isJson) ?? {}
  const fields = (group: string) => listOf(style[group]).map((field) => fieldOf(field, locale))
  return {
    organisation: textOf(passJson.organizationName),
    description: textOf(passJson.description),
    background: textOf(passJson.backgroundColor) || 'rgb(255, 255, 255)',
    foreground: textOf(passJson.foregroundColor) || 'rgb(0, 0, 0)',
    labelColor: textOf(passJson.labelColor) || textOf(passJson.foregroundColor) || 'rgb(0, 0, 0)',
    logo: imageUrls.logo ?? null,
    strip: imageUrls.strip ?? null,
    icon: imageUrls.icon ?? null,
    logoText: textOf(passJson.logoText),
    header: fields('headerFields').slice(0, 3),
    primary: fields('primaryFields').slice(0, 1),
    secondary: [...fields('secondaryFields'), ...fields('auxiliaryFields')].slice(0, ROW_FIELDS_MAX),
    barcode: barcodeOf(passJson),
    back: fields('backFields'),
  }
}

const ALIGN: Readonly<Record<string, PassField['align']>> = {
  PKTextAlignmentRight: 'right',
  PKTextAlignmentCenter: 'center',
}

function fieldOf(field: Json, locale: string): PassField {
  const html = textOf(field.attributedValue)
  return {
    key: textOf(field.key),
    label: textOf(field.label),
    value: valueText(field, locale),
    align: ALIGN[textOf(field.textAlignment)] ?? 'left',
    changeMessage: textOf(field.changeMessage),
    ...(html === '' ? {} : { html }),
  }
}

/** A value in the phone's language: amounts by currencyCode, numbers and dates by their styles. */
function valueText(field: Json, locale: string): string {
  const { value } = field
  if (typeof value === 'number') {
    const currency = textOf(field.currencyCode)
    if (currency !== '') return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(value)
    if (field.numberStyle === 'PKNumberStylePercent')
      return new Intl.NumberFormat(locale, { style: 'percent' }).format(value)
    return new Intl.NumberFormat(locale).format(value)
  }
  const dateStyle = dateStyleOf(field.dateStyle)
  const timeStyle = dateStyleOf(field.timeStyle)
  const time = typeof value === 'string' && (dateStyle || timeStyle) ? Date.parse(value) : Number.NaN
  if (!Number.isNaN(time))
    return new Intl.DateTimeFormat(locale, { ...(dateStyle && { dateStyle }), ...(timeStyle && { timeStyle }) }).format(
      time,
    )
  return textOf(value)
}

function dateStyleOf(style: unknown): 'short' | 'medium' | 'long' | 'full' | undefined {
  const name = textOf(style).replace('PKDateStyle', '').toLowerCase()
  return (['short', 'medium', 'long', 'full'] as const).find((known) => known === name)
}

/** The first code the phone knows; a pass may list newer ones before it. */
function barcodeOf(passJson: Json): PassBarcode | null {
  const types: Readonly<Record<string, PassBarcode['type']>> = {
    PKBarcodeFormatQR: 'qr',
    PKBarcodeFormatCode128: 'code128',
    PKBarcodeFormatAztec: 'aztec',
    PKBarcodeFormatPDF417: 'pdf417',
  }
  for (const code of [...listOf(passJson.barcodes), ...(isJson(passJson.barcode) ? [passJson.barcode] : [])]) {
    const type = types[textOf(code.format)]
    if (type) return { type, message: textOf(code.message), alt: textOf(code.altText) }
  }
  return null
}
