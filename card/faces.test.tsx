import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApplePass } from './apple-face.tsx'
import { applePassViewOf } from './apple-pass.ts'
import { barcodePath } from './barcode-path.ts'
import './every-code.ts'
import type { FilledCard } from './fill.ts'
import { GooglePass } from './google-face.tsx'
import { googlePassViewOf, googlePassViewOfObject } from './google-pass.ts'

const card: FilledCard = {
  organisation: 'Mila <b>',
  cardName: 'Card',
  programName: 'Club',
  colours: { background: '#f3dfe3', text: '#4a1f30', title: '#9b3b5c' },
  fields: {
    top: { label: 'Discount', value: '15 %', changeMessage: '' },
    left: { label: 'Name', value: 'Eva', changeMessage: '' },
  },
  barcode: { type: 'code128', message: 'MILA-000412', alt: 'MILA-000412' },
  back: [],
  links: [],
  nfc: null,
  images: { cover: '/cover.png', hero: '/hero.png' },
}

test('faces drawn on a server have no style attribute and no unescaped text of a client', () => {
  const html = renderToStaticMarkup(
    <>
      <ApplePass view={applePassViewOf(card)} />
      <GooglePass view={googlePassViewOf(card)} />
    </>,
  )
  expect(html).not.toMatch(/\sstyle=/)
  expect(html).not.toContain('<b>')
  for (const part of [
    'cover',
    'top',
    'center',
    'left',
    'right',
    'barcode',
    'organisation',
    'programName',
    'programLogo',
    'hero',
  ]) {
    expect(html).toContain(`data-part="${part}"`)
  }
})

test.each(['aztec', 'pdf417'] as const)(
  '%s is drawn by a server at once, in whole device pixels, on both faces',
  (type) => {
    const one: FilledCard = { ...card, barcode: { type, message: 'MILA-000412', alt: '' } }
    const html = renderToStaticMarkup(
      <>
        <ApplePass view={applePassViewOf(one)} />
        <GooglePass view={googlePassViewOf(one)} />
      </>,
    )
    const { d = '', width = 0 } = barcodePath(type, 'MILA-000412') ?? {}
    expect(d.length).toBeGreaterThan(100)
    expect(html.split(`d="${d}"`)).toHaveLength(3)
    const drawn = [...html.matchAll(new RegExp(`width="([\\d.]+)" height="[\\d.]+" viewBox="0 0 ${width} `, 'g'))]
    expect(drawn).toHaveLength(2)
    const perModule = drawn.map(([, px]) => (Number(px) * 3) / width)
    expect(perModule).toEqual(perModule.map((pixels) => expect.closeTo(Math.round(pixels), 6)))
  },
)

test('Google chooses the text colour and shows center with top, left with right', () => {
  const view = googlePassViewOf(card)
  expect(view.text).toBe('#202124')
  expect(view.rows.map((row) => row.map((field) => field?.key ?? null))).toEqual([
    [null, 'top'],
    ['left', null],
  ])
})

test("Google's class and object are read by the paths of the card template", () => {
  const item = (path: string) => ({ firstValue: { fields: [{ fieldPath: path }] } })
  const view = googlePassViewOfObject(
    {
      issuerName: 'Mila',
      localizedProgramName: { defaultValue: { language: 'en', value: 'Club' } },
      hexBackgroundColor: '#101010',
      classTemplateInfo: {
        cardTemplateOverride: {
          cardRowTemplateInfos: [
            {
              twoItems: {
                startItem: item('object.loyaltyPoints.balance'),
                endItem: item("object.textModulesData['top']"),
              },
            },
          ],
        },
      },
    },
    {
      loyaltyPoints: { label: 'Bonus', balance: { string: '1 250.00' } },
      textModulesData: [
        { id: 'top', header: 'Card', body: '000412' },
        { id: 'back0', header: 'Hours', body: 'Mon' },
      ],
      barcode: { type: 'QR_CODE', value: '000412' },
      messages: [{ id: 'm1', header: 'New', body: 'Come' }],
    },
  )
  expect(view.rows).toEqual([
    [
      { key: 'loyaltyPoints', label: 'Bonus', value: '1 250.00' },
      { key: 'top', label: 'Card', value: '000412' },
    ],
  ])
  expect(view.details.map((field) => field.key)).toEqual(['back0'])
  expect(view).toMatchObject({
    programName: 'Club',
    text: '#ffffff',
    barcode: { type: 'qr' },
    messages: [{ body: 'Come' }],
  })
})
