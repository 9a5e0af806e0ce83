import { afterAll, beforeAll, expect, it } from 'vitest'
import { signCallback } from '../../../emulators/google-wallet/callbacks.ts'
import { clients } from '../../../contract/people/clients.ts'
import { inputOf } from '../../../test/client-input.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { AndroidPhone, takeCard } from '../../../test/phones.ts'
import { OTHER_ISSUER, startTestServer, type TestServer } from '../../../test/server.ts'
import { until } from '../../../test/until.ts'

const OLD = '3388000000000000001'
const NEW = OTHER_ISSUER

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Ivan')
})
afterAll(() => server?.close())

const google = () => server.outside.googleWallet
const useIssuer = (issuerId: string) => Object.assign(server.app.outside.google, { issuerId })
const passOf = async (objectId: string) =>
  (
    await query<{ client_id: string; google_saved_at: Date | null }>(
      server,
      'select client_id, google_saved_at from passes where google_object_id = $1',
      [objectId],
    )
  )[0]
const isSaved = async (objectId: string) => (await passOf(objectId))?.google_saved_at != null

async function savedCard() {
  const { googleUrl } = await takeCard(server, shop.formUrl, {
    name: 'Ina',
    surname: 'Old',
    tel: `+42060182${String(next++).padStart(4, '0')}`,
  })
  const phone = new AndroidPhone(server)
  const objectId = await phone.save(googleUrl)
  await until(() => isSaved(objectId), 'Google reports that the card was saved')
  return { phone, objectId, googleUrl, clientId: (await passOf(objectId))?.client_id ?? '' }
}

async function setBonus(id: string, bonusMinor: number): Promise<void> {
  const params = { c: shop.c, id }
  const client = await shop.owner.send(clients.readClient, { params })
  await shop.owner.send(clients.saveClient, { params, body: { ...inputOf(client), bonusMinor } })
  await server.drainJobs()
}

it('a card on a phone stays with the issuer that made it and goes on changing', async () => {
  useIssuer(OLD)
  const { phone, objectId, googleUrl, clientId } = await savedCard()
  expect(objectId).toMatch(new RegExp(`^${OLD}\\.`))
  useIssuer(NEW)
  await setBonus(clientId, 4200)
  expect((await phone.cards()).map((card) => card.view.rows.flat().map((field) => field.value))[0]).toContain('42')
  expect(Object.keys(google().snapshot().objects).filter((id) => id.startsWith(NEW))).toEqual([])
  expect((await phone.openSaveLink(googleUrl)).page, 'Google shows it as saved').not.toContain('<form')
  expect(
    (await phone.cards()).map((card) => card.objectId),
    'no second card',
  ).toEqual([objectId])

  await phone.remove(objectId)
  await until(async () => !(await isSaved(objectId)), 'the notice of an earlier issuer counts')
  expect((await savedCard()).objectId, 'a new card is of the present issuer').toMatch(new RegExp(`^${NEW}\\.`))
})

it('a notice signed for an issuer of which this business has no card is refused', async () => {
  useIssuer(OLD)
  const { objectId } = await savedCard()
  const classId = String(google().snapshot().objects[objectId]?.['classId'])
  useIssuer(NEW)
  const post = async (event: { classId: string; objectId: string }, c = shop.c) => {
    const body = JSON.stringify(signCallback({ ...event, eventType: 'del' }, google().snapshot(), Date.now()))
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${server.url}/google/${c}/callback`, { method: 'POST', headers, body })).status
  }
  expect(await post({ classId: '1.a', objectId: '1.b' })).toBe(401)
  expect(await post({ classId: '1.a', objectId }), 'signed for another than the owner of the card').toBe(401)
  expect(await post({ classId, objectId }, (await openShop(server, 'Other')).c)).toBe(401)
  expect(await isSaved(objectId)).toBe(true)
  expect(await post({ classId, objectId })).toBe(200)
  expect(await isSaved(objectId)).toBe(false)
})

it('a card that no phone has, or whose issuer is out of reach, gets an object of the present issuer', async () => {
  useIssuer(OLD)
  const { googleUrl: unsavedUrl } = await takeCard(server, shop.formUrl, { name: 'Una', tel: '+420601830001' })
  await new AndroidPhone(server).openSaveLink(unsavedUrl)
  const saved = await savedCard()
  useIssuer(NEW)
  expect(await new AndroidPhone(server).save(unsavedUrl)).toMatch(new RegExp(`^${NEW}\\.`))

  google().setTroubles({ lostIssuerId: OLD })
  const phone = new AndroidPhone(server)
  const objectId = await phone.save(saved.googleUrl)
  expect(objectId).toMatch(new RegExp(`^${NEW}\\.`))
  await until(() => isSaved(objectId), 'the new card was saved')
  await setBonus(saved.clientId, 5100)
  expect((await phone.cards())[0]?.view.rows.flat().map((field) => field.value)).toContain('51')
  google().setTroubles({ lostIssuerId: '' })
})
