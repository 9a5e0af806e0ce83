import { afterAll, beforeAll, expect, it } from 'vitest'
import { templates } from '../../../contract/cards/templates.ts'
import { openShop, plainDesign, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

const NFC_KEY = 'MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACJSSx/wk8yJFezle8j14BEN5cso4ZvvyfJBLWLKX4Yro='

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Rula')
})
afterAll(() => server?.close())

it.each([
  ['a bell', { organisation: 'Coffee\u0007Lab' }, 'design.organisation', 'control_characters'],
  [
    'a line break on the front',
    { fields: { ...plainDesign().fields, top: { label: '', value: 'a\nb', changeMessage: '' } } },
    'design.fields.top.value',
    'control_characters',
  ],
  [
    'a link that hides its host',
    { back: { fields: [], links: [{ uri: 'https://bank.example@evil.example', text: 'x' }] } },
    'design.back.links.0.uri',
    'link_address',
  ],
  [
    'letters that Code 128 lacks',
    { barcode: { type: 'code128', message: 'Ž{cardnumber}', alt: '' } },
    'design.barcode.message',
    'code_letters',
  ],
  [
    'letters that Aztec lacks',
    { barcode: { type: 'aztec', message: 'Ž{cardnumber}', alt: '' } },
    'design.barcode.message',
    'code_letters',
  ],
  [
    'letters that PDF417 lacks',
    { barcode: { type: 'pdf417', message: 'Карта {cardnumber}', alt: '' } },
    'design.barcode.message',
    'code_letters',
  ],
  [
    'an NFC key of another kind',
    { nfc: { message: '{cardnumber}', publicKey: 'a'.repeat(80) } },
    'design.nfc.publicKey',
    'nfc_key',
  ],
  ['an NFC without a key', { nfc: { message: '{cardnumber}', publicKey: '' } }, 'design.nfc.publicKey', 'nfc_key'],
  ['a variable in the name', { programName: 'Club of {cardholder}' }, 'design.programName', 'variable_not_here'],
  [
    'a variable in a label of the back',
    { back: { fields: [{ label: 'For {name}', value: 'x' }], links: [] } },
    'design.back.fields.0.label',
    'variable_not_here',
  ],
  [
    'NFC data that the certificate does not allow',
    { nfc: { message: '{cardnumber}', publicKey: NFC_KEY } },
    'design.nfc',
    'nfc_not_granted',
  ],
])('a design with %s is refused at its field, and nothing is saved', async (_, change, field, code) => {
  const params = { c: shop.c, uuid: shop.template }
  const before = await shop.owner.send(templates.readTemplate, { params })
  const response = await shop.owner.ask(templates.saveTemplate, {
    params,
    body: {
      name: 'Card',
      design: plainDesign(change as never),
      birthdayEnabled: false,
      variables: {},
      version: before.version,
    },
  })
  expect([response.status, response.body.error?.fields?.[field]?.code]).toEqual([422, code])
  expect(await shop.owner.send(templates.readTemplate, { params })).toEqual(before)
})
