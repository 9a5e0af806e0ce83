/** The second lock once more, behind what no call of the back office reaches: phones, jobs, wallets in trouble. */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { integration, RESET_COMMAND } from '../contract/business/integration.ts'
import { issuers } from '../contract/cards/issuers.ts'
import { templates } from '../contract/cards/templates.ts'
import { changes } from '../contract/people/changes.ts'
import { segments } from '../contract/people/segments.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { type TriggerInput, triggers } from '../contract/reach/triggers.ts'
import { DAY_MS, moscowDay } from '../contract/time.ts'
import { foldCounts, sayFarewell } from '../server/business/integration/integration.ts'
import { openForWork } from '../server/platform/cabinets/cabinets.ts'
import { linkToBot } from '../server/reach/telegram/telegram.ts'
import { wakeTriggers } from '../server/reach/triggers/jobs.ts'
import { askConsent } from './by-consent.ts'
import { makeJobsDue, query, retryNow, setPlan } from './direct-access.ts'
import { makePush, newAndroid, newHolder, newIphone } from './holders.ts'
import { takeCard } from './phones.ts'
import { openShop, PASSWORD, plainDesign, type Shop } from './people.ts'
import { plainTrigger } from './plain-trigger.ts'
import { usedClient } from './postgres.ts'
import { openWitness, REACHED_BY_PHONES } from './second-lock.ts'
import { startTestServer, type TestServer } from './server.ts'
import { connectBot, newClient } from './telegram-shop.ts'
import { ask, openTill } from './till-server.ts'

const serviceAccountKey = JSON.stringify({
  type: 'service_account',
  client_email: 'own@shop.iam.gserviceaccount.com',
  private_key: generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey,
})

const witness = openWitness()
let server: TestServer
beforeAll(async () => {
  usedClient.Client = witness.Client
  server = await startTestServer({ env: { POOL_SIZE: '3' } })
})
afterAll(async () => {
  delete usedClient.Client
  await server?.close()
})

async function turnOn(shop: Shop, input: Partial<TriggerInput>): Promise<void> {
  const { id } = await shop.owner.send(triggers.createTrigger, { params: { c: shop.c } })
  const params = { c: shop.c, triggerUuid: id }
  const body = { ...plainTrigger, action: 'template' as const, ...input, version: 1 }
  await shop.owner.send(triggers.saveTrigger, { params, body })
  await shop.owner.send(triggers.switchTrigger, { params, body: { isActive: true } })
}

/**
 * A business with a card in each wallet and one in both, a place on the cards, and triggers for today's birthdays and
 * for who enters a segment.
 */
async function open(name: string) {
  const shop = await openShop(server, name)
  await setPlan(server, shop.c, 'expert')
  const params = { c: shop.c }
  const both = await newHolder(server, shop, 'Both')
  const iphones = [await newIphone(server, shop, 'Ida'), await newIphone(server, shop, '', both)]
  const androids = [await newAndroid(server, shop, 'Ada'), await newAndroid(server, shop, '', both)]
  const place = await shop.owner.send(pushes.createPush, {
    params: { ...params, pushType: 'geo' },
    body: {
      name: 'Near',
      message: 'Coffee is near',
      templates: [shop.template],
      geoPoints: [{ name: 'Main Street 5', latitude: 50.1, longitude: 14.4, text: '' }],
    },
  })
  const vip = await shop.owner.send(templates.createTemplate, {
    params,
    body: { name: 'Day', type: 'bonus', design: plainDesign(), birthdayEnabled: true, variables: {} },
  })
  await shop.owner.send(templates.saveTemplate, {
    params: { ...params, uuid: shop.template },
    body: { name: 'Card', design: plainDesign(), birthdayEnabled: true, variables: {}, version: 1 },
  })
  await turnOn(shop, { name: 'Birthday', activation: 'birthday', template: vip.id, removeTemplateAfterDays: 2 })
  const { id: segmentId, version } = await shop.owner.send(segments.createSegment, { params })
  const isMale = { kind: 'sex', operator: 'is', value: 'male' } as const
  await shop.owner.send(segments.saveSegment, {
    params: { ...params, segmentId },
    body: { name: 'Men', match: 'all', criteria: [isMale], version },
  })
  await turnOn(shop, { name: 'Men', activation: 'input', segment: segmentId, template: vip.id })
  return { shop, iphones, androids, place: place.id }
}

async function sendPush(shop: Shop): Promise<void> {
  await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid: await makePush(shop) } })
  await server.drainJobs()
}

/** A document of a till, the same in every business, and once more. */
async function sendToTill({ owner, c }: Shop): Promise<void> {
  const [params, flags] = [{ c }, { read: false, write: false, rewrite: false }]
  await owner.send(integration.saveIntegration, { params, body: { type: 'self', settings: {}, flags, version: 0 } })
  await owner.send(integration.activateIntegration, { params })
  const { address = '' } = (await owner.send(integration.readCrmTill, { params })) ?? {}
  const document = { id: 'one', place: '', number: '', moves: [], purchases: [] }
  for (const isRepeat of [false, true])
    expect((await ask(address, { document })).value).toEqual({ kind: 'done', isRepeat, afterMinor: [] })
}

/** A client follows the link to the bot and agrees. */
async function linkTelegram(shop: Shop): Promise<void> {
  const telegram = server.outside.telegramService
  const bot = `second_${shop.c}_bot`
  await connectBot(server, { ...shop, bot, version: 0 })
  const id = await newClient(server, shop, 'Thea')
  const url = await openForWork(server.app, shop.c, (db) => linkToBot(server.app, db, id))
  telegram.start(bot, 'Thea', new URL(url ?? '').searchParams.get('start') ?? '')
  await telegram.settled()
  await server.drainJobs()
  telegram.press(bot, 'Thea', 'Yes, I agree')
  await telegram.settled()
  await server.drainJobs()
}

async function strike(): Promise<void> {
  await wakeTriggers.handle(server.app, {})
  await makeJobsDue(server)
  await server.drainJobs()
}

it('phones, jobs and wallets in trouble read and change the same rows without any one condition', async () => {
  const businesses = [await open('Anna'), await open('Boris')]
  // Who fills in a form again has waited for a card.
  const twice = { name: 'Twice', tel: '+420601700777' }
  for (const { shop } of businesses) {
    const browser = { cookie: '' }
    await takeCard(server, shop.formUrl, twice, browser)
    await query(
      server,
      `insert into preorders (cabinet_id, client_id, asked_at, state, changed_at)
       select cabinet_id, id, now(), 'waiting', now() from clients where cabinet_id = $1 and tel = $2`,
      [shop.c, twice.tel],
    )
    await takeCard(server, shop.formUrl, twice, browser)
  }
  for (const { shop, iphones, place } of businesses) {
    const params = { c: shop.c }
    const { next } = await shop.owner.send(changes.listChanges, { params, query: {} })
    const gmail = `owner${shop.c}@gmail.com`
    await shop.owner.send(issuers.sendGmailCode, { params, body: { email: gmail } })
    const issuer = { issuerId: '3388000000000000009', gmail, code: '123456', serviceAccountKey }
    await shop.owner.ask(issuers.saveGoogle, { params, body: issuer })
    await shop.owner.send(pushes.switchPush, { params: { ...params, pushUuid: place }, body: { isActive: true } })
    await sendPush(shop)
    for (const phone of iphones) await phone.update()
    await shop.owner.send(changes.listChanges, { params, query: { after: next } })
  }
  server.outside.applePush.setTroubles({ status403Reason: 'BadCertificate' })
  server.outside.googleWallet.setTroubles({ status500Rate: 1 })
  for (const { shop } of businesses) await sendPush(shop)
  server.outside.applePush.setTroubles({})
  server.outside.googleWallet.setTroubles({ status500Rate: 0 })
  server.passTime(DAY_MS)
  await retryNow(server)
  await server.drainJobs()
  await query(server, 'update clients set birthday = $1', [`1990${moscowDay(server.now()).slice(4)}`])
  for (let day = 0; day < 3; day++) {
    await strike()
    server.passTime(DAY_MS)
  }
  for (const { shop, iphones, androids, place } of businesses) {
    await shop.owner.send(pushes.switchPush, {
      params: { c: shop.c, pushUuid: place },
      body: { isActive: false },
    })
    for (const phone of iphones) await phone.unregister()
    for (const phone of androids) await phone.remove((await phone.cards())[0]?.objectId ?? '')
  }
  await strike()
  for (const { shop } of businesses) {
    const query = String(await askConsent(server, shop))
    await shop.owner.send(integration.finishConsent, { body: { type: 'loyverse', query } })
    await shop.owner.send(integration.activateIntegration, { params: { c: shop.c } })
    await server.drainJobs()
  }
  for (const { shop } of businesses)
    await shop.owner.send(integration.removeIntegration, {
      params: { c: shop.c },
      body: { command: RESET_COMMAND, password: PASSWORD },
    })
  for (const { shop } of businesses) await linkTelegram(shop)
  openTill()
  for (const { shop } of businesses) await sendToTill(shop)
  const left = { id: randomUUID(), text: "insert into crm_farewells values ($1, $2, 'loyverse', '')" }
  for (const { shop } of businesses) await query(server, left.text, [shop.c, left.id])
  for (const { shop } of businesses) await sayFarewell.giveUp?.(server.app, { cabinetId: shop.c, id: left.id })
  const many = `insert into crm_standings (cabinet_id, standing, clients)
    select $1, 'waits', 1 from generate_series(1, 21)`
  for (const { shop } of businesses) await query(server, many, [shop.c])
  await foldCounts.handle(server.app, {})
  expect([...new Set(witness.faults)]).toEqual([])
  const removed = [...witness.removed].join('\n')
  expect(REACHED_BY_PHONES.filter((table) => !new RegExp(String.raw`\b${table}\b`).test(removed))).toEqual([])
})
