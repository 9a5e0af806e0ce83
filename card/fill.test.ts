import { expect, it } from 'vitest'
import type { Design } from '../contract/cards/design.ts'
import { appleBarcodes, googleBarcode } from '../test/wallet-barcodes.ts'
import { applePassViewOf } from './apple-pass.ts'
import { fillCard } from './fill.ts'
import { googlePassViewOf } from './google-pass.ts'

const field = (value: string) => ({ label: 'L', value, changeMessage: '' })
const design: Design = {
  organisation: 'Mill',
  cardName: 'Card',
  programName: 'Club',
  images: { logo: null, cover: null, icon: null, programLogo: null, hero: null },
  colours: { background: '#112233', text: '#ffffff', title: '#ffffff' },
  fields: { top: field('{track}'), center: null, left: null, right: null },
  barcode: { type: 'code128', message: 'A-{track}', alt: '{track}' },
  back: {
    fields: [{ label: 'Note', value: 'For {track}\nsince 2026' }],
    links: [{ uri: 'https://кофе.example/ab', text: 'Menu' }],
  },
  nfc: null,
}
const fill = (track: string) => fillCard(design, { track }, () => '')

it('a Code 128 stays one while the value fits, and is a QR code in both wallets when it does not', () => {
  expect(fill('0042').barcode).toEqual({ type: 'code128', message: 'A-0042', alt: '0042' })
  expect(fill('Žofie').barcode).toMatchObject({ type: 'qr', message: 'A-Žofie' })
  expect([appleBarcodes(fill('0042')), googleBarcode(fill('0042'))]).toEqual([
    ['PKBarcodeFormatCode128', 'PKBarcodeFormatQR'],
    'CODE_128',
  ])
  expect([appleBarcodes(fill('Žofie')), googleBarcode(fill('Žofie'))]).toEqual([['PKBarcodeFormatQR'], 'QR_CODE'])
})

it("what a client's value brings along is cleaned; lines stay on the back only", () => {
  const card = fill('Anna\u0000\r\nNyman\u0007')
  expect(card.fields.top?.value).toBe('Anna Nyman')
  expect(card.barcode).toMatchObject({ type: 'code128', message: 'A-Anna Nyman', alt: 'Anna Nyman' })
  expect(card.back[0]?.value).toBe('For Anna\nNyman\nsince 2026')
})

it('links are the same ASCII address in both wallets', () => {
  expect(fill('').links).toEqual([{ uri: 'https://xn--e1ajmy.example/ab', text: 'Menu' }])
})

it.each([
  ['aztec', 'PKBarcodeFormatAztec', 'AZTEC'],
  ['pdf417', 'PKBarcodeFormatPDF417', 'PDF_417'],
] as const)(
  '%s is what it is in both wallets and in what they draw, and a QR code for other letters',
  (type, apple, google) => {
    const of = (track: string) => fillCard({ ...design, barcode: { ...design.barcode, type } }, { track }, () => '')
    expect([appleBarcodes(of('0042')), googleBarcode(of('0042'))]).toEqual([[apple], google])
    expect([appleBarcodes(of('Žofie')), googleBarcode(of('Žofie'))]).toEqual([['PKBarcodeFormatQR'], 'QR_CODE'])
    expect(applePassViewOf(of('0042')).barcode?.type).toBe(type)
    expect(googlePassViewOf(of('0042')).barcode?.type).toBe(type)
  },
)
