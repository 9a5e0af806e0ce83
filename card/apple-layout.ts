/**
 * The position of every line of an Apple store card, in CSS px on a card of 375 × 524.
 * The figures are measured on screenshots of real phones; the layout is never computed again, a face is only scaled.
 */
import type { ApplePassView, PassField } from './apple-pass.ts'
import { cutText, fitText, textWidth } from './text-width.ts'

export const APPLE_WIDTH = 375
export const APPLE_HEIGHT = 524
const MARGIN = 15
const RIGHT = APPLE_WIDTH - MARGIN
const INNER = RIGHT - MARGIN
const LABEL_PX = 11.5
const LOGO = { x: 12, y: 7, width: 160, height: 50 }

export type PlacedText = {
  text: string
  x: number
  y: number
  sizePx: number
  weight: number
  anchor: 'start' | 'middle' | 'end'
}
export type PlacedField = { key: string; label: PlacedText; value: PlacedText; left: number; width: number }

export type AppleLayout = {
  logo: typeof LOGO
  logoText: PlacedText | null
  header: PlacedField[]
  primary: PlacedField | null
  row: PlacedField[]
}

export function layoutApple(view: ApplePassView): AppleLayout {
  const logoEnd = LOGO.x + (view.logo ? LOGO.width : 0)
  const header = headerFields(view.header, RIGHT - logoEnd - 8)
  const headerStart = Math.min(RIGHT, ...header.map((field) => field.left))
  const logoTextX = view.logo ? logoEnd + 8 : 13
  const logoText = fitText(view.logoText, {
    sizePx: 18.8,
    minPx: 13,
    maxWidthPx: headerStart - logoTextX - 10,
    weight: 600,
  })
  return {
    logo: LOGO,
    logoText: view.logoText === '' ? null : { ...logoText, x: logoTextX, y: 36, weight: 600, anchor: 'start' },
    header,
    primary: view.primary[0] ? primaryField(view.primary[0]) : null,
    row: rowFields(view.secondary),
  }
}

const anchors = { left: 'start', center: 'middle', right: 'end' } as const

function place(
  field: PassField,
  box: { left: number; width: number },
  lines: {
    labelPx: number
    labelWeight: number
    labelY: number
    label: string
    value: string
    valuePx: number
    valueWeight: number
    valueY: number
  },
  align: PassField['align'],
): PlacedField {
  const x = align === 'left' ? box.left : align === 'right' ? box.left + box.width : box.left + box.width / 2
  const anchor = anchors[align]
  return {
    key: field.key,
    ...box,
    label: { text: lines.label, x, y: lines.labelY, sizePx: lines.labelPx, weight: lines.labelWeight, anchor },
    value: { text: lines.value, x, y: lines.valueY, sizePx: lines.valuePx, weight: lines.valueWeight, anchor },
  }
}

function headerFields(fields: readonly PassField[], roomPx: number): PlacedField[] {
  const gap = 14
  const share = (roomPx - gap * (fields.length - 1)) / Math.max(1, fields.length)
  let right = RIGHT
  return fields.toReversed().map((field) => {
    const label = cutText(field.label.toUpperCase(), LABEL_PX, share, 600)
    const value = fitText(field.value, { sizePx: 21, minPx: 14, maxWidthPx: share })
    const width = Math.max(textWidth(label, LABEL_PX, 600), textWidth(value.text, value.sizePx))
    const placed = place(
      field,
      { left: right - width, width },
      {
        label,
        labelPx: LABEL_PX,
        labelWeight: 600,
        labelY: 20,
        value: value.text,
        valuePx: value.sizePx,
        valueWeight: 400,
        valueY: 41,
      },
      'right',
    )
    right -= width + gap
    return placed
  })
}

function primaryField(field: PassField): PlacedField {
  const value = fitText(field.value, { sizePx: 60, minPx: 24, maxWidthPx: INNER, weight: 300 })
  return place(
    field,
    { left: MARGIN, width: INNER },
    {
      label: cutText(field.label, 18, INNER),
      labelPx: 18,
      labelWeight: 400,
      labelY: 165,
      value: value.text,
      valuePx: value.sizePx,
      valueWeight: 300,
      valueY: 138,
    },
    'left',
  )
}

/** One row: all values shrink together to 15 px, then the widest are cut; the last of several is aligned right. */
function rowFields(fields: readonly PassField[]): PlacedField[] {
  const gap = 18
  const room = INNER - gap * (fields.length - 1)
  const labels = fields.map((field) => textWidth(field.label.toUpperCase(), LABEL_PX, 600))
  const needed = (sizePx: number) =>
    fields.map((field, i) => Math.max(labels[i] as number, textWidth(field.value, sizePx, 300)))
  const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)
  let sizePx = 26.5
  while (sizePx > 15 && sum(needed(sizePx)) > room) sizePx = Math.max(15, sizePx - 0.5)
  const widths = shareRoom(needed(sizePx), room)
  const spare = fields.length > 1 ? (room - sum(widths)) / (fields.length - 1) : 0
  let left = MARGIN
  return fields.map((field, i) => {
    const isLast = i === fields.length - 1
    const width = widths[i] as number
    const align = fields.length > 1 ? (isLast ? 'right' : i === 0 ? 'left' : field.align) : field.align
    const box = fields.length === 1 ? { left: MARGIN, width: INNER } : { left: isLast ? RIGHT - width : left, width }
    left += width + gap + spare
    return place(
      field,
      box,
      {
        label: cutText(field.label.toUpperCase(), LABEL_PX, box.width, 600),
        labelPx: LABEL_PX,
        labelWeight: 600,
        labelY: 231,
        value: cutText(field.value, sizePx, box.width + 0.01, 300),
        valuePx: sizePx,
        valueWeight: 300,
        valueY: 263,
      },
      align,
    )
  })
}

/** Narrow ones keep their width, wide ones share what is left in equal parts. */
export function shareRoom(wanted: readonly number[], room: number): number[] {
  const widths = [...wanted]
  let open = widths.map((_, i) => i)
  let left = room
  while (open.length > 0) {
    const fair = left / open.length
    const narrow = open.filter((i) => (wanted[i] as number) <= fair)
    if (narrow.length === 0) {
      for (const i of open) widths[i] = fair
      return widths
    }
    for (const i of narrow) left -= wanted[i] as number
    open = open.filter((i) => !narrow.includes(i))
  }
  return widths
}
