/** Fills one business of the demo: settings, template, form, clients, pushes; the coffee house has everything. */
import type { SignedIn } from '../server/base/answer.ts'
import type { App } from '../server/base/app.ts'
import type { CabinetDb } from '../server/base/db.ts'
import { book } from '../server/business/finance/finance.ts'
import { setAgent } from '../server/business/operator/operator.ts'
import { activateReferral } from '../server/business/partner/partner.ts'
import { giveTestCertificate } from '../server/cards/certificates/certificates.ts'
import { createTemplate, listTemplates } from '../server/cards/templates/templates.ts'
import { addVariable } from '../server/cards/variables/variables.ts'
import { addToFunnel, createForm, usualSettings } from '../server/people/forms/forms.ts'
import * as cabinets from '../server/platform/cabinets/cabinets.ts'
import { type News, notify, readAll } from '../server/platform/notifications/notifications.ts'
import { createPush, includedIn, switchPush } from '../server/reach/pushes/pushes.ts'
import { addClients } from './demo-clients.ts'
import { addDemoPart } from './demo-parts.ts'
import { seedMarketplace, withPromoField } from './demo-marketplace.ts'
import { storePictures } from './demo-pictures.ts'
import { addSegments, addTags } from './demo-segments.ts'
import type { Shop } from './demo-shops.ts'
import { addSmsHistory } from './demo-sms.ts'
import { addTriggers } from './demo-triggers.ts'

/** @returns addresses of the install pages of its clients; none when the business was filled before */
export async function seedShop(app: App, user: SignedIn, shop: Shop): Promise<string[]> {
  const cabinet = await findOrCreateCabinet(app, user, shop)
  await addDemoPart(app.database.db, 'business', String(cabinet.id))
  if (shop.isAgent) await setAgent(app, cabinet.id, true)
  return cabinets.openForWork(app, cabinet.id, async (db) => {
    if (shop.isAgent) await activateReferral(app, db)
    if ((await listTemplates(db)).templates.length > 0) return []
    await setUpAccount(app, db, shop)
    const template = await addTemplate(app, db, shop)
    const second = shop.second && (await addSecond(app, db, shop, shop.second))
    const isCoffee = shop.domain === 'coffee-lab'
    const usual = { ...usualSettings(shop.lang, shop.name), theme: shop.theme }
    const form = await createForm(app, db, shop, {
      name: shop.cardName,
      template: template.id,
      lang: shop.lang,
      settings: isCoffee ? withPromoField(usual) : usual,
      formKey: shop.formKey,
    })
    // Before the first card is issued, so that the update of the day is still free.
    await addGeoPush(app, db, shop, template.id)
    const installUrls = await addClients(app, db, shop, {
      templateId: template.id,
      formId: form.id,
      secondId: second?.id,
    })
    await addToFunnel(db, form.id, 'opened', Math.round(shop.clients * 2.5))
    await addToFunnel(db, form.id, 'filled', shop.clients)
    if (isCoffee) await addTriggers(app, db, template.id)
    const push = { ...shop.push, templates: [template.id], segment: null, geoPoints: [], beacons: [] }
    await createPush(app, db, 'text', push, includedIn(shop.tariff))
    if (isCoffee) {
      await addSegments(app, db)
      await addTags(app, db)
      await addSmsHistory(app, db)
      await addNotices(app, db, user.userId)
      await seedMarketplace(app, db, shop.domain)
    }
    return installUrls
  })
}

async function findOrCreateCabinet(app: App, user: SignedIn, { name, domain }: Shop): Promise<{ id: number }> {
  const { data: known } = await cabinets.listCabinets(app, user, { page: 1, limit: 100, q: '', o: 'name', d: 'asc' })
  return (
    known.find((one) => one.domain === domain) ??
    (await cabinets.createCabinet(app, user, { name, domain, taxNumber: '0000000000' }, (db) =>
      giveTestCertificate(app, db),
    ))
  )
}

async function setUpAccount(app: App, db: CabinetDb, shop: Shop): Promise<void> {
  await cabinets.setTariff(db, shop.tariff, null)
  // The demo's users are not asked about their business.
  await cabinets.markPollFinished(db)
  await book(app, db, { event: 'bonus', amountMinor: 125_000 })
  await addVariable(
    db,
    { name: 'favourite', defaultValue: '', description: 'Favourite drink, asked in the form' },
    app.clock.now(),
  )
}

/** Another card design with its form. */
async function addSecond(
  app: App,
  db: CabinetDb,
  shop: Shop,
  { cardName, formKey, colours, days }: NonNullable<Shop['second']>,
): Promise<{ id: string }> {
  const template = await addTemplate(app, db, { ...shop, cardName, colours }, days)
  const settings = { ...usualSettings(shop.lang, shop.name), theme: shop.theme }
  await createForm(app, db, shop, { name: cardName, template: template.id, lang: shop.lang, settings, formKey })
  return template
}

async function addTemplate(
  app: App,
  db: CabinetDb,
  shop: Shop,
  endsAfterDays: number | null = null,
): Promise<{ id: string }> {
  const now = app.clock.now()
  const design = {
    organisation: shop.name,
    cardName: shop.cardName,
    programName: shop.cardName,
    images: await storePictures(db, shop, now),
    colours: shop.colours,
    fields: shop.fields,
    barcode: { type: shop.barcode, message: '{cardnumber}', alt: '{cardnumber}' },
    back: shop.back,
    nfc: null,
  }
  return createTemplate(
    db,
    {
      name: shop.cardName,
      type: shop.type,
      birthdayEnabled: true,
      variables: {},
      endsOn: null,
      endsAfterDays,
      design,
    },
    now,
  )
}

async function addGeoPush(app: App, db: CabinetDb, shop: Shop, template: string): Promise<void> {
  if (!shop.near) return
  const sight = includedIn(shop.tariff)
  const push = { ...shop.near, templates: [template], segment: null, beacons: [] }
  const { id } = await createPush(app, db, 'geo', push, sight)
  await switchPush(app, db, id, true, sight)
}

/** Notifications of the last two weeks; the older half is read. */
async function addNotices(app: App, db: CabinetDb, userId: string): Promise<void> {
  const now = app.clock.now().getTime()
  const ago = (hours: number) => new Date(now - hours * 3_600_000)
  const raise = (hours: number, news: News) =>
    notify(app, db, { ...news, onceKey: `demo|${news.type}`, at: ago(hours) })
  await raise(330, { type: 'tariff_of_cards_limit', detail: { used: 40, limit: 50 } })
  await raise(312, { type: 'tariff_time_limit', detail: { until: ago(192).toISOString(), isOver: false } })
  await raise(290, { type: 'changing_tariff', detail: { from: 'demo', to: 'expert' } })
  await readAll(db, userId)
  await raise(47, { type: 'sms_failed', detail: { provider: 'SMSC.ru' } })
  await raise(26, { type: 'api_request_limit', detail: { used: 16_000, limit: 20_000 } })
}
