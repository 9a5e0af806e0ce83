import { afterAll, beforeAll, expect, it } from 'vitest'
import { certificates } from '../../../contract/cards/certificates.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { openShop, plainDesign, type Shop } from '../../../test/people.ts'
import { Iphone, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { issuePassCertificate, writeP12 } from '../../engines/wallet/apple/test-authority.ts'

const NFC = {
  message: '{cardnumber}',
  publicKey: 'MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACJSSx/wk8yJFezle8j14BEN5cso4ZvvyfJBLWLKX4Yro=',
}

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Nora')
})
afterAll(() => server?.close())

async function sign(nfc: boolean): Promise<void> {
  const issued = await issuePassCertificate(server.authority, {
    passTypeIdentifier: 'pass.example.nfc',
    teamIdentifier: 'NORA123456',
    organisation: 'Nora',
    nfc,
  })
  const params = { c: shop.c }
  const file = new Blob([new Uint8Array(writeP12(issued, '', { legacy: false }))])
  const read = await shop.owner.send(certificates.uploadApple, { params, body: { password: '' }, file })
  expect(read.pending?.hasNfc).toBe(nfc)
  expect((await shop.owner.send(certificates.activateApple, { params })).hasNfc).toBe(nfc)
}

async function save(nfc: typeof NFC | null) {
  const params = { c: shop.c, uuid: shop.template }
  const { version } = await shop.owner.send(templates.readTemplate, { params })
  const body = { name: 'Card', design: plainDesign({ nfc }), birthdayEnabled: false, variables: {}, version }
  return shop.owner.ask(templates.saveTemplate, { params, body })
}

it('is saved only with a certificate that allows it, and left out of cards when the next one does not', async () => {
  const { cardFileUrl } = await takeCard(server, shop.formUrl, { name: 'Nick', tel: '+420601840001' })
  const install = async () => (await new Iphone(server).install(cardFileUrl)).json
  const refused = await save(NFC)
  expect([refused.status, refused.body.error?.fields]).toMatchObject([
    422,
    { 'design.nfc': { code: 'nfc_not_granted' } },
  ])

  await sign(true)
  const empty = await save({ ...NFC, publicKey: '' })
  expect([empty.status, empty.body.error?.fields]).toMatchObject([422, { 'design.nfc.publicKey': { code: 'nfc_key' } }])
  expect((await save(NFC)).status).toBe(200)
  const { cardFileUrl: own } = await takeCard(server, shop.formUrl, { name: 'Nina', tel: '+420601840002' })
  expect((await new Iphone(server).install(own)).json.nfc).toEqual({
    message: '000002',
    encryptionPublicKey: NFC.publicKey,
  })
  expect((await install()).nfc, 'the card of the test certificate follows').toMatchObject({ message: '000001' })

  await sign(false)
  expect((await new Iphone(server).install(own)).json).not.toHaveProperty('nfc')
  expect((await save(NFC)).status, 'a design is not saved again as it cannot be').toBe(422)
  expect((await save(null)).status).toBe(200)
})
