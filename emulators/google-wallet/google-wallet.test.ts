import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { verifyCallback } from '../../server/engines/wallet/google/callback.ts'
import type { LoyaltyClass } from '../../server/engines/wallet/google/loyalty.ts'
import { fetchRootKeys } from '../../server/engines/wallet/google/root-keys.ts'
import { saveLink } from '../../server/engines/wallet/google/save-link.ts'
import {
  account,
  anna,
  callbacks,
  callbackStatus,
  coffee,
  google,
  keys,
  saved,
  serviceAccounts,
  setUpGoogle,
  wallet,
} from '../../test/google-wallet-setup.ts'
import { until } from '../../test/until.ts'
import { createGoogleWallet, startGoogleWallet } from './google-wallet.ts'

setUpGoogle()

const link = (change = {}) =>
  saveLink({ saveUrl: `${google.url}/gp/v/save`, account, classId: '3388.coffee', objectId: '3388.anna', ...change })
const cards = async (name: string) =>
  (
    (await (await fetch(`${google.url}/device/${name}/cards`)).json()) as {
      cards: { objectId: string; view: { rows: unknown } }[]
    }
  ).cards

describe('saving a card', () => {
  test("the page shows the card, the button adds it, the issuer is notified under Google's signature", async () => {
    const address = `${await link()}?account=anna`
    const page = await fetch(address)
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).toContain('Coffee &#60;club&#62;')
    expect(html).toContain('540')
    expect(html).not.toMatch(/<script(?! src)|\sstyle=|\son[a-z]+=/)
    const added = await fetch(address, { method: 'POST', redirect: 'manual' })
    expect([added.status, added.headers.get('location')]).toEqual([303, '/phone?account=anna'])
    expect((await cards('anna'))[0]).toMatchObject({
      objectId: '3388.anna',
      view: { rows: [[{ label: 'Bonus', value: '540' }]] },
    })
    expect(await wallet.getObject('3388.anna')).toMatchObject({ hasUsers: true })
    await until(() => callbacks.length === 1, 'Google calls back')
    const keysUrl = `${google.url}/gp/m/issuer/keys`
    const notice = verifyCallback(callbacks[0] as string, {
      rootKeys: await fetchRootKeys(keysUrl),
      recipientId: '3388',
      now: new Date(),
    })
    expect(notice).toMatchObject({ classId: '3388.coffee', objectId: '3388.anna', eventType: 'save' })
  })

  test('a removed card leaves the phone and the issuer is notified', async () => {
    google.addCard('anna', '3388.anna')
    const gone = await fetch(`${google.url}/device/anna/cards/3388.anna`, { method: 'DELETE' })
    expect(gone.status).toBe(200)
    expect(await cards('anna')).toEqual([])
    await until(() => callbacks.length === 2, 'Google calls back')
    expect(
      callbacks.map((body) => JSON.parse((JSON.parse(body) as { signedMessage: string }).signedMessage).eventType),
    ).toEqual(expect.arrayContaining(['save', 'del']))
    expect(await wallet.getObject('3388.anna')).toMatchObject({ hasUsers: false })
  })

  test('adding twice notifies the issuer once, a failed delivery is repeated with the same nonce', async () => {
    callbackStatus.push(503, 503)
    google.addCard('anna', '3388.anna')
    google.addCard('anna', '3388.anna')
    await until(() => callbacks.length === 3, 'Google calls back')
    await google.close()
    expect(new Set(callbacks).size).toBe(1)
  })

  test('a forged link, an unknown card and a link for something else show a page with the reason', async () => {
    const sign = (claims: object, pem = keys.privateKey) =>
      new SignJWT({
        typ: 'savetowallet',
        payload: { loyaltyObjects: [{ id: '3388.anna', classId: '3388.coffee' }] },
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256' })
        .setIssuer(account.clientEmail)
        .setAudience('google')
        .setIssuedAt()
        .sign(pem)
    const open = async (token: string) => {
      const page = await fetch(`${google.url}/gp/v/save/${token}`)
      return [page.status, /<h2>[^<]*<\/h2><p>([^<]*)/.exec(await page.text())?.[1]]
    }
    expect(await open(await sign({}, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey))).toEqual([
      400,
      'The signature of the link is not valid.',
    ])
    expect(await open(await sign({ typ: 'other' }))).toEqual([400, 'The link is not meant for saving a card.'])
    expect(await open(await sign({ payload: { loyaltyObjects: [{ id: '3388.nobody' }] } }))).toEqual([
      400,
      'This card does not exist.',
    ])
    expect(await open(await sign({ payload: { loyaltyObjects: [{ id: '9999.anna' }] } }))).toEqual([
      400,
      'The service account may not act for this issuer.',
    ])
    expect(await open('nonsense')).toEqual([400, 'The link was not signed by a known service account.'])
    expect(await open(await sign({}))).toEqual([200, undefined])
  })

  test('a return address on another site is not followed', async () => {
    const added = await fetch(`${await link()}?account=anna&returnTo=${encodeURIComponent('https://evil.example/x')}`, {
      method: 'POST',
      redirect: 'manual',
    })
    expect([added.status, added.headers.get('location')]).toEqual([200, null])
  })

  test('an account called like a built-in name is not taken', async () => {
    expect((await fetch(`${google.url}/device/__proto__/cards`)).status).toBe(404)
    expect((await fetch(`${google.url}/device/constructor/cards`)).status).toBe(404)
  })
})

describe('what Google refuses', () => {
  const refusalOf = (call: Promise<unknown>) =>
    call.then(
      () => 'accepted',
      (error: { status?: number; reason?: string }) => `${error.status} ${error.reason}`,
    )

  test('a draft class takes no objects and an approved class does not become a draft', async () => {
    await wallet.putClass({ ...coffee(), id: '3388.draft', reviewStatus: 'DRAFT' } as unknown as LoyaltyClass)
    expect(await refusalOf(wallet.putObject({ ...anna, id: '3388.b', classId: '3388.draft' }))).toBe(
      '400 invalidResource',
    )
    expect(await refusalOf(wallet.putClass({ ...coffee(), reviewStatus: 'DRAFT' } as unknown as LoyaltyClass))).toBe(
      '400 invalidResource',
    )
  })

  test('an object without class, a picture that is no address and eleven places', async () => {
    expect(await refusalOf(wallet.putObject({ ...anna, id: '3388.b', classId: '3388.none' }))).toBe('404 classNotFound')
    const logo = { ...coffee().programLogo, sourceUri: { uri: 'file:///etc/passwd' } }
    expect(await refusalOf(wallet.putClass({ ...coffee(), programLogo: logo }))).toBe('400 invalidResource')
    const places = Array.from({ length: 11 }, () => ({ latitude: 50, longitude: 14 }))
    expect(await refusalOf(wallet.putObject({ ...anna, merchantLocations: places }))).toBe('400 invalidResource')
  })

  test('the twenty-first request of a second is 429, a call without a token 401', async () => {
    const strict = await startGoogleWallet({ serviceAccounts })
    const answers = await Promise.all(
      Array.from({ length: 21 }, () => fetch(`${strict.url}/walletobjects/v1/loyaltyClass/3388.coffee`)),
    )
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429])
    expect(await answers.find(({ status }) => status === 429)?.json()).toMatchObject({
      error: { code: 429, status: 'RESOURCE_EXHAUSTED', errors: [{ reason: 'rateLimitExceeded' }] },
    })
    await strict.close()
  })

  test('a list is paged', async () => {
    for (const id of ['b', 'c']) await wallet.putObject({ ...anna, id: `3388.${id}` })
    const token = Object.keys(google.snapshot().tokens)[0] as string
    const page = async (more: string) =>
      (await (
        await fetch(`${google.url}/walletobjects/v1/loyaltyObject?classId=3388.coffee&maxResults=2${more}`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).json()) as { resources: { id: string }[]; pagination: { nextPageToken?: string } }
    const first = await page('')
    const second = await page(`&token=${first.pagination.nextPageToken}`)
    expect([...first.resources, ...second.resources].map(({ id }) => id)).toEqual(['3388.anna', '3388.b', '3388.c'])
    expect(second.pagination).not.toHaveProperty('nextPageToken')
  })
})

describe('the phone', () => {
  test('is notified of a changed balance and of messages, and rings only when asked to', async () => {
    google.addCard('anna', '3388.anna')
    const stop = new AbortController()
    const stream = await fetch(`${google.url}/device/anna/stream`, { signal: stop.signal })
    const received: { type: string; notify: boolean }[] = []
    const reading = (async () => {
      for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
        for (const line of Buffer.from(chunk).toString().split('\n'))
          if (line.startsWith('data: ')) received.push(JSON.parse(line.slice(6)))
      }
    })().catch(() => undefined)
    const give = (points: string, notify: boolean) =>
      wallet.putObject(
        { ...anna, loyaltyPoints: { label: 'Bonus', balance: { string: points } } },
        { known: true, notify },
      )
    await give('600', true)
    await give('600', true)
    await give('700', false)
    await wallet.addMessage('object', anna.id, { id: 'a', header: 'News', body: 'Text', messageType: 'TEXT' })
    await wallet.addMessage('class', '3388.coffee', {
      id: 'b',
      header: 'News',
      body: 'Text',
      messageType: 'TEXT_AND_NOTIFY',
    })
    await until(() => received.length === 5, 'Google calls back')
    expect(received.map(({ type, notify }) => `${type} ${notify}`)).toEqual([
      'changed true',
      'changed false',
      'changed false',
      'message false',
      'message true',
    ])
    stop.abort()
    await reading
  })

  test('a host that keeps the state finds cards, keys and tokens again after a restart', async () => {
    google.addCard('anna', '3388.anna')
    const before = google.snapshot()
    await google.close()
    expect(saved).toEqual(before)
    const again = await createGoogleWallet({
      serviceAccounts,
      publicUrl: 'http://127.0.0.1/x',
      state: { load: () => saved, save: () => undefined },
    })
    expect(again.snapshot()).toEqual(before)
    await again.close()
  })
})
