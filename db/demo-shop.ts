/** Fills one business of the demo: settings, template, form, clients, pushes; the coffee house has everything. */
import { HOUR_MS, moscowDay } from '../contract/time.ts'
import type { SignedIn } from '../server/base/answer.ts'
import type { App } from '../server/base/app.ts'
import type { CabinetDb } from '../server/base/db.ts'
import { bookPast } from '../server/business/finance/past.ts'
import { createTemplate, listTemplates } from '../server/cards/templates/templates.ts'
import { addVariable } from '../server/cards/variables/variables.ts'
import { createForm, createLink, usualSettings } from '../server/people/forms/forms.ts'
import type { Origin } from '../server/people/growth/growth.ts'
import * as cabinets from '../server/platform/cabinets/cabinets.ts'
import { type News, notify, readAll } from '../server/platform/notifications/notifications.ts'
import { saveProgramme } from '../server/reach/purchases/purchases.ts'
import { createPush, includedIn, switchPush } from '../server/reach/pushes/pushes.ts'
import type { Stage } from './demo-cards.ts'
import { live } from './demo-life.ts'
import { ago, at, FOUNDED_DAYS, type Founded, topUpsOf, whenFounded } from './demo-founded.ts'
import { addCodes, withPromoField } from './demo-marketplace.ts'
import { type Carried, writeLife } from './demo-past.ts'
import { storePictures } from './demo-pictures.ts'
import { addSegments, addTags } from './demo-segments.ts'
import type { Shop } from './demo-shops.ts'
import { addSmsHistory } from './demo-sms.ts'
import { addTriggers } from './demo-triggers.ts'
import { say } from '../words/say.ts'

/** Its clients collect points. */
const USUAL_WORD = { name: '', counted: '' }

const NOTHING: Carried = { phones: [], installUrls: [], googleUrls: [] }
/** The demo of a plan that costs nothing. */
const FREE_DAYS = 14

/** @returns what its customers carry; nothing when the business was filled before */
export async function seedShop(app: App, user: SignedIn, { id, shop, invited }: Founded): Promise<Carried> {
  const began = whenFounded(app)
  return cabinets.openForWork(app, id, async (db) => {
    if ((await listTemplates(db)).templates.length > 0) return NOTHING
    await setUpAccount(app, db, { shop, invited })
    const stage = await setStage(app, began, db, { shop, userId: user.userId })
    const carried = await writeLife(app, db, lifeOf(app, stage), stage)
    const push = { ...shop.push, templates: [stage.template], segment: null, geoPoints: [], beacons: [] }
    await createPush(app, db, 'text', push, includedIn(shop.tariff))
    await addSegments(app, db, shop.domain)
    if (shop.domain === 'coffee-lab') {
      await addTags(app, db)
      await addSmsHistory(app, db)
      await addNotices(app, db, user.userId)
    }
    return carried
  })
}

const lifeOf = (app: App, { shop, codes }: Stage) =>
  live({
    habits: shop.habits,
    lang: shop.lang,
    seed: shop.domain.length * 7919,
    now: app.clock.now(),
    triggers: shop.triggers.map((one) => one.daily),
    // A real Apple or Google knows none of these phones.
    wallets: (['apple', 'google'] as const).filter((one) => app.outside.emulated.includes(one)),
    codes: codes
      ? {
          welcome: codes.welcome.bonusMinor,
          inviter: codes.referral.inviterMinor,
          invited: codes.referral.invitedMinor,
          max: codes.max,
        }
      : null,
  })

/** The card, the form with its links, the triggers and the pushes that are sent later. */
async function setStage(
  app: App,
  began: App,
  db: CabinetDb,
  { shop, userId }: { shop: Shop; userId: string },
): Promise<Stage> {
  const { habits, tariff, domain, formKey } = shop
  const template = await addTemplate(began, db, shop)
  const second = shop.second && (await addSecond(began, db, shop, shop.second))
  const isCoffee = domain === 'coffee-lab'
  const usual = { ...usualSettings(shop.lang, shop.name, USUAL_WORD), theme: shop.theme }
  const form = await createForm(began, db, shop, {
    name: shop.cardName,
    template: template.id,
    lang: shop.lang,
    settings: isCoffee ? withPromoField(usual) : usual,
    formKey,
  })
  // Before the first card is issued, so that the update of the day is still free.
  await addGeoPush(began, db, shop, template.id)
  if (habits.rate !== null) await saveProgramme(db, { isOn: true, rate: habits.rate, version: 0 }, began.clock.now())
  const origins: Origin[] = []
  for (const { utm, link: kind } of habits.origins) {
    const name = kind && say(shop.lang, `links.kinds.${kind}`)
    const link = kind && (await createLink(began, db, { domain, formKey }, { kind, name: name ?? '' }))
    origins.push(link ? { utm, linkId: link.id } : { utm })
  }
  const campaigns: { push: string; message: string }[] = []
  for (const { daysAgo, name, message } of habits.campaigns) {
    const push = { name, message, templates: [template.id], segment: null, geoPoints: [], beacons: [] }
    const { id } = await createPush(at(app, ago(app, daysAgo + 1)), db, 'text', push, includedIn(tariff))
    campaigns.push({ push: id, message })
  }
  return {
    shop,
    userId,
    template: template.id,
    second: second?.id,
    form: { id: form.id, words: usual.agreement.text },
    origins,
    campaigns,
    triggers: await addTriggers(began, db, shop, template.id),
    codes: isCoffee ? await addCodes(began, db, domain, app.clock.now()) : undefined,
  }
}

async function setUpAccount(app: App, db: CabinetDb, { shop, invited }: Omit<Founded, 'id'>): Promise<void> {
  await cabinets.setTariff(db, shop.tariff, null)
  // The demo's users are not asked about their business.
  await cabinets.markPollFinished(db)
  await bookPast(db, {
    since: moscowDay(ago(app, FOUNDED_DAYS - FREE_DAYS)),
    topUps: topUpsOf(app, shop),
    invited: invited.flatMap((one) =>
      topUpsOf(app, one.shop)
        .slice(0, 1)
        .map((first) => ({ ...first, childId: one.id })),
    ),
    now: app.clock.now(),
  })
  await addVariable(db, { name: 'favourite', defaultValue: '', description: 'Favourite drink' }, app.clock.now())
}

/** Another card design with its form. */
async function addSecond(
  app: App,
  db: CabinetDb,
  shop: Shop,
  { cardName, formKey, colours, days }: NonNullable<Shop['second']>,
): Promise<{ id: string }> {
  const template = await addTemplate(app, db, { ...shop, cardName, colours, formKey }, days)
  const settings = { ...usualSettings(shop.lang, shop.name, USUAL_WORD), theme: shop.theme }
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

/** Notices of the last two weeks; the oldest is read. */
async function addNotices(app: App, db: CabinetDb, userId: string): Promise<void> {
  const now = app.clock.now().getTime()
  const raise = (hours: number, news: News) =>
    notify(app, db, { ...news, onceKey: `demo|${news.type}`, at: new Date(now - hours * HOUR_MS) })
  await raise(290, { type: 'changing_tariff', detail: { from: 'advanced', to: 'expert' } })
  await readAll(db, userId)
  await raise(47, { type: 'sms_failed', detail: { provider: 'SMSC.ru' } })
  await raise(26, { type: 'api_request_limit', detail: { used: 16_000, limit: 20_000 } })
}
