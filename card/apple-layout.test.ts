import { expect, test } from 'vitest'
import { layoutApple, shareRoom } from './apple-layout.ts'
import { type ApplePassView, applePassViewOf, applePassViewOfPackage } from './apple-pass.ts'
import type { FilledCard } from './fill.ts'

const card: FilledCard = {
  organisation: 'Café Mila',
  cardName: 'Bonus card',
  programName: 'Mila Club',
  colours: { background: '#3b2417', text: '#ffffff', title: '#e2b98a' },
  fields: {
    top: { label: 'Card', value: '000412', changeMessage: '' },
    center: { label: 'Bonus', value: '1 250.00', changeMessage: 'Your bonus is now %@' },
    left: { label: 'Name', value: 'Jana Nováková', changeMessage: '' },
    right: { label: 'Level', value: 'Gold', changeMessage: '' },
  },
  barcode: { type: 'qr', message: '000412', alt: '000412' },
  back: [{ label: 'Hours', value: 'Mon–Fri' }],
  links: [{ uri: 'https://mila.example/?a=1&b=2', text: 'Menu "today"' }],
  nfc: null,
  images: { logo: '/logo.png' },
}

test('texts are at the measured places of a real store card', () => {
  const layout = layoutApple(applePassViewOf(card))
  expect(layout.header[0]).toMatchObject({
    label: { text: 'CARD', x: 360, y: 20, sizePx: 11.5, anchor: 'end' },
    value: { y: 41, sizePx: 21 },
  })
  expect(layout.primary).toMatchObject({
    value: { x: 15, y: 138, sizePx: 60, weight: 300 },
    label: { text: 'Bonus', y: 165, sizePx: 18 },
  })
  expect(
    layout.row.map((field) => [field.label.x, field.label.anchor, field.label.y, field.value.y, field.value.sizePx]),
  ).toEqual([
    [15, 'start', 231, 263, 26.5],
    [360, 'end', 231, 263, 26.5],
  ])
})

test('the whole row shrinks together when one value is long', () => {
  const view = applePassViewOf({
    ...card,
    fields: { ...card.fields, left: { label: 'Gast', value: 'Familie Obermayer-Huber', changeMessage: '' } },
  })
  const sizes = layoutApple(view).row.map((field) => field.value.sizePx)
  expect(new Set(sizes).size).toBe(1)
  expect(sizes[0]).toBeLessThan(26.5)
})

test('a fifth field of the row disappears, as on a phone', () => {
  const field = (key: string) => ({ key, label: key, value: '1' })
  const pass = { storeCard: { secondaryFields: ['a', 'b', 'c'].map(field), auxiliaryFields: ['d', 'e'].map(field) } }
  expect(applePassViewOfPackage(pass, {}).secondary.map((one) => one.key)).toEqual(['a', 'b', 'c', 'd'])
})

test('room is shared so that narrow fields keep their width', () => {
  expect(shareRoom([50, 400, 400], 345)).toEqual([50, 147.5, 147.5])
  expect(shareRoom([50, 60], 345)).toEqual([50, 60])
})

test('links of a card become safe anchors on the back', () => {
  const links = applePassViewOf(card).back.at(-1)
  expect(links?.html).toBe('<a href="https://mila.example/?a=1&amp;b=2">Menu &quot;today&quot;</a>')
})

test('a pass.json is read with its numbers, dates, alignment and the first code the phone knows', () => {
  const view: ApplePassView = applePassViewOfPackage(
    {
      organizationName: 'Mila',
      backgroundColor: 'rgb(1, 2, 3)',
      storeCard: {
        primaryFields: [{ key: 'center', value: 12.5, currencyCode: 'EUR' }],
        secondaryFields: [
          {
            key: 'right',
            value: '2026-12-24T18:00:00Z',
            dateStyle: 'PKDateStyleMedium',
            textAlignment: 'PKTextAlignmentRight',
          },
        ],
      },
      barcodes: [
        { format: 'PKBarcodeFormatEAN13', message: '1' },
        { format: 'PKBarcodeFormatCode128', message: 'X1' },
      ],
    },
    { icon: 'blob:icon' },
    'de',
  )
  expect(view.primary[0]?.value).toBe('12,50\u00A0€')
  expect(view.secondary[0]).toMatchObject({ value: '24.12.2026', align: 'right' })
  expect(view.barcode).toEqual({ type: 'code128', message: 'X1', alt: '' })
  expect(view.icon).toBe('blob:icon')
})
