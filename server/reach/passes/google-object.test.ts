import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signCallback } from '../../../emulators/google-wallet/callbacks.ts'
import { clients } from '../../../contract/people/clients.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { inputOf } from '../../../test/client-input.ts'
import { retryNow, query, setPlan } from '../../../test/direct-access.ts'
import { until } from '../../../test/until.ts'
import { openShop, plainDesign, type Shop } from '../../../test/people.ts'
import { AndroidPhone, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { announce } from './announce.ts'
import { googleSaveLink, syncGoogle } from './passes.ts'

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Gail')
})
afterAll(() => server?.close())

const google = () => server.outside.googleWallet
const objects = () => google().snapshot().objects
const passOf = async (objectId: string) =>
  (
    await query<{
      id: string
      client_id: string
      google_saved_at: Date | null
      google_version: string
      version: string
    }>(server, 'select * from passes where google_object_id = $1', [objectId])
  )[0]

async function savedCard(
  name = 'Gina',
): Promise<{ phone: AndroidPhone; objectId: string; clientId: string; passId: string; googleUrl: string }> {
  const { googleUrl } = await takeCard(server, shop.formUrl, {
    name,
    surname: 'Green',
    tel: `+420601850${String(next++).padStart(3, '0')}`,
  })
  const phone = new AndroidPhone(server)
  const objectId = await phone.save(googleUrl)
  await until(async () => (await passOf(objectId))?.google_saved_at != null, 'Google reports that the card was saved')
  const pass = await passOf(objectId)
  return { phone, objectId, clientId: pass?.client_id ?? '', passId: pass?.id ?? '', googleUrl }
}

async function setBonus(id: string, bonusMinor: number): Promise<void> {
  const params = { c: shop.c, id }
  const client = await shop.owner.send(clients.readClient, { params })
  await shop.owner.send(clients.saveClient, { params, body: { ...inputOf(client), bonusMinor } })
}

describe('"Add to Google Wallet"', () => {
  it('sends the card by REST first, and the link has only its ids', async () => {
    const { googleUrl } = await takeCard(server, shop.formUrl, { name: 'Lena', surname: 'Short', tel: '+420601860001' })
    const phone = new AndroidPhone(server)
    const { link, page } = await phone.openSaveLink(googleUrl)
    expect(link.length).toBeLessThan(1800)
    expect(page).toContain('Lena Short')
    const claims = JSON.parse(Buffer.from(link.split('/').at(-1)?.split('.')[1] ?? '', 'base64url').toString()) as {
      payload: { loyaltyObjects: object[] }
    }
    expect(claims.payload.loyaltyObjects.map((one) => Object.keys(one).sort())).toEqual([['classId', 'id']])
    const before = google().requests().length
    await phone.openSaveLink(googleUrl)
    expect(google().requests().length).toBe(before)
  })

  it('is refused for a card that was deleted meanwhile', async () => {
    await expect(googleSaveLink(server.app, shop.c, crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  })

  it('counts as installed when Google reports it, and no longer when the card is removed', async () => {
    const { phone, objectId, clientId } = await savedCard()
    const installs = async () =>
      (await shop.owner.send(clients.readClient, { params: { c: shop.c, id: clientId } })).installs
    expect(await installs()).toEqual(['google'])
    expect((await phone.cards())[0]?.view.barcode?.value).toMatch(/^\d{6}$/)
    await phone.remove(objectId)
    await until(
      async () => (await passOf(objectId))?.google_saved_at === null,
      'Google reports that the card was removed',
    )
    expect(await installs()).toEqual([])
  })
})

describe('a notice of Google', () => {
  const post = (body: unknown, c = shop.c) =>
    fetch(`${server.url}/google/${c}/callback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const signed = (event: { classId: string; objectId: string; eventType: 'save' | 'del' }) =>
    signCallback(event, google().snapshot(), Date.now())

  it('counts once, however often it is repeated, and not when forged, expired or of another issuer', async () => {
    const { objectId } = await savedCard()
    const classId = String(objects()[objectId]?.['classId'])
    const gone = signed({ classId, objectId, eventType: 'del' }) as { signature: string; signedMessage: string }
    const isSaved = async () => (await passOf(objectId))?.google_saved_at !== null
    const forged = { ...gone, signedMessage: gone.signedMessage.replace('"count":1', '"count":2') }
    const expired = signCallback(
      { classId, objectId, eventType: 'del' },
      google().snapshot(),
      Date.now() - 3 * 60 * 60_000,
    )
    const { emptyState } = await import('../../../emulators/google-wallet/state.ts')
    const selfMade = signCallback(
      { classId, objectId, eventType: 'del' },
      { ...google().snapshot(), ...emptyState() },
      Date.now(),
    )
    for (const body of [
      forged,
      expired,
      selfMade,
      {},
      null,
      [],
      { signature: 'x' },
      signed({ classId: '1.a', objectId: '1.b', eventType: 'del' }),
    ]) {
      const { status } = await post(body)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
    expect(await isSaved()).toBe(true)
    const other = await openShop(server, `Else${next++}`)
    expect((await post(signed({ classId, objectId, eventType: 'del' }), other.c)).status).toBe(200)
    expect(await isSaved()).toBe(true)
    for (let i = 0; i < 3; i++) expect((await post(gone)).status).toBe(200)
    expect(await isSaved()).toBe(false)
    expect((await post(signed({ classId, objectId, eventType: 'save' }))).status).toBe(200)
    expect((await post(gone)).status).toBe(200)
    expect(await isSaved()).toBe(true)
  })
})

describe('a change of a card', () => {
  it('reaches Google, and the client is notified of the points', async () => {
    const { phone, objectId, clientId } = await savedCard('Hugo')
    await setBonus(clientId, 4200)
    await server.drainJobs()
    expect(objects()[objectId]).toMatchObject({ loyaltyPoints: { balance: { string: '42' } } })
    expect((await phone.cards())[0]?.view.rows.flat().map((field) => field.value)).toContain('42')
    expect(google().snapshot().notifications[objectId]).toHaveLength(1)
  })

  it('waits while Google is down and is sent once it is back', async () => {
    const { objectId, clientId } = await savedCard('Wait')
    google().setTroubles({ status500Rate: 1 })
    await setBonus(clientId, 5500)
    await server.drainJobs()
    expect((await passOf(objectId))?.google_version).not.toBe((await passOf(objectId))?.version)
    google().setTroubles({ status500Rate: 0 })
    await retryNow(server)
    expect(objects()[objectId]).toMatchObject({ loyaltyPoints: { balance: { string: '55' } } })
    expect((await passOf(objectId))?.google_version).toBe((await passOf(objectId))?.version)
  })

  it("is made once when Google's answer is lost", async () => {
    const { objectId, clientId } = await savedCard('Lost')
    google().setTroubles({ lostAnswers: 1 })
    await setBonus(clientId, 7700)
    await server.drainJobs()
    expect(objects()[objectId]).toMatchObject({ loyaltyPoints: { balance: { string: '77' } } })
  })

  it('is not overwritten by an older one that arrives later', async () => {
    const { objectId, clientId, passId } = await savedCard('Race')
    await setBonus(clientId, 100)
    const before = google().calls()
    google().setTroubles({ slowMs: 500 })
    const slow = syncGoogle(server.app, shop.c, passId)
    await until(() => google().calls() > before, 'the older one is on its way')
    await setBonus(clientId, 200)
    google().setTroubles({ slowMs: 0 })
    await Promise.all([slow, syncGoogle(server.app, shop.c, passId)])
    await server.drainJobs()
    expect(objects()[objectId]).toMatchObject({ loyaltyPoints: { balance: { string: '2' } } })
  })

  it('of a card that Google refuses does not block the others', async () => {
    const [first, second] = [await savedCard('Bad'), await savedCard('Good')]
    const [bad, good] = first.passId < second.passId ? [first, second] : [second, first]
    await setPlan(server, shop.c, 'expert')
    const odd = await shop.owner.send(templates.createTemplate, {
      params: { c: shop.c },
      body: { name: 'Odd', type: 'bonus', design: plainDesign(), birthdayEnabled: false, variables: {} },
    })
    // A link that passes our check and not Google's: the class of this one card is refused, not delayed.
    await query(
      server,
      `update templates set design = jsonb_set(design, '{back,links}', '[{"uri":"ftp://x","text":"x"}]') where id = $1`,
      [odd.id],
    )
    await query(server, 'update passes set template_id = $2, version = version + 1 where id = $1', [bad.passId, odd.id])
    await setBonus(good.clientId, 8800)
    await announce(server.app, { cabinetId: shop.c, passes: [bad.passId, good.passId], notify: false }, () =>
      Promise.resolve(),
    )
    expect(objects()[good.objectId]).toMatchObject({ loyaltyPoints: { balance: { string: '88' } } })
    await server.drainJobs()
  })

  it('of the design reaches the class of the template', async () => {
    const { objectId } = await savedCard('Class')
    const classId = String(objects()[objectId]?.['classId'])
    const template = await shop.owner.send(templates.readTemplate, { params: { c: shop.c, uuid: shop.template } })
    await shop.owner.send(templates.saveTemplate, {
      params: { c: shop.c, uuid: shop.template },
      body: {
        name: 'Coffee card',
        design: plainDesign({ programName: 'New name' }),
        birthdayEnabled: false,
        variables: {},
        version: template.version,
      },
    })
    await shop.owner.send(templates.updateCards, { params: { c: shop.c }, body: { template: shop.template } })
    await server.drainJobs()
    expect(google().snapshot().classes[classId]).toMatchObject({ programName: 'New name' })
  })
})
