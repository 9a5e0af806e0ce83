/** The demo: three businesses with named people. Nobody in it is real. */
import sharp from 'sharp'
import { forPlainFields } from '../contract/people/client-fields.ts'
import type { Design } from '../contract/cards/design.ts'
import type { GeoPoint } from '../contract/cards/places.ts'
import type { CardType, ImageSlotName, Language, Theme } from '../contract/limits.ts'
import { IMAGE_SLOTS } from '../contract/limits.ts'
import { DAY_MS } from '../contract/time.ts'
import type { SignedIn } from '../server/base/answer.ts'
import type { CabinetDb } from '../server/base/db.ts'
import type { App } from '../server/base/app.ts'
import { installationSecret } from '../server/base/secrets.ts'
import * as cabinets from '../server/platform/cabinets/cabinets.ts'
import { type News, notify, readAll } from '../server/platform/notifications/notifications.ts'
import { giveTestCertificate } from '../server/cards/certificates/certificates.ts'
import { insertBalanceEvents, insertClient } from '../server/people/clients/change-sql.ts'
import { storeImage } from '../server/platform/files/files.ts'
import { book } from '../server/business/finance/finance.ts'
import { addToFunnel, createForm, usualSettings } from '../server/people/forms/forms.ts'
import { installUrl, issuePass } from '../server/reach/passes/passes.ts'
import { setAgent } from '../server/business/operator/operator.ts'
import { activateReferral } from '../server/business/partner/partner.ts'
import { createPush, sightOf, switchPush } from '../server/reach/pushes/pushes.ts'
import { answerInbox } from '../server/platform/support/inbox.ts'
import { ask, listConversations } from '../server/platform/support/support.ts'
import { createTemplate, listTemplates } from '../server/cards/templates/templates.ts'
import { addUser, userOfEmail } from '../server/platform/users/users.ts'
import { addVariable } from '../server/cards/variables/variables.ts'
import { connectPlayedCrm } from './demo-crm.ts'
import { addSegments } from './demo-segments.ts'
import { seedMarketplace, withPromoField } from './demo-marketplace.ts'
import { addSmsHistory } from './demo-sms.ts'
import { addTriggers } from './demo-triggers.ts'

export const DEMO_LOGINS = [
  {
    email: 'anna@kartoteka.example',
    password: 'Coffee-2026',
    what: 'owner of the coffee house, the salon and the hotel',
    name: 'Anna',
    surname: 'Novak',
  },
  {
    email: 'boris@kartoteka.example',
    password: 'Coffee-2026',
    what: 'a user without a business',
    name: 'Boris',
    surname: 'Lindt',
  },
  {
    email: 'operator@kartoteka.example',
    password: 'Coffee-2026',
    what: 'runs the installation: #/operator',
    name: 'Olga',
    surname: 'Petersen',
    superuser: true,
  },
] as const

/** Each keeps a connection open; enough to see numbers move. */
const PHONES_PER_SHOP = 20

type Shop = {
  domain: string
  isAgent?: true
  name: string
  type: CardType
  lang: Language
  theme: Theme
  tariff: 'expert' | 'advanced'
  formKey: string
  clients: number
  cardName: string
  colours: Design['colours']
  accent: string
  fields: Design['fields']
  back: Design['back']
  barcode: Design['barcode']['type']
  push: { name: string; message: string }
  /** Shows itself near the shop's places. */
  near?: { name: string; message: string; geoPoints: GeoPoint[] }
}

const field = (label: string, value: string, changeMessage = '') => ({ label, value, changeMessage })

const SHOPS: readonly Shop[] = [
  {
    domain: 'coffee-lab',
    isAgent: true,
    name: 'Coffee Lab',
    type: 'bonus',
    lang: 'en',
    theme: 'day_sand',
    tariff: 'expert',
    formKey: 'welcome',
    clients: 48,
    cardName: 'Coffee Lab Bonus',
    colours: { background: '#2b1d14', text: '#ffffff', title: '#e8c9a0' },
    accent: '#c98b4b',
    barcode: 'qr',
    fields: {
      top: field('Card', '{cardnumber}'),
      center: field('points', '{bonus}', 'You now have %@ points'),
      left: field('Name', '{cardholder}'),
      right: field('Balance', '{balance}', 'Your balance is now %@'),
    },
    back: {
      fields: [
        { label: 'How it works', value: 'One point for each euro. 100 points are a flat white on us.' },
        { label: 'Bring a friend', value: 'Your code: {invitecode}. You get 5 points, your friend gets 3.' },
        { label: 'Where', value: 'Main Street 5, daily 7:30–19:00' },
      ],
      links: [
        { uri: 'https://coffee-lab.example/menu', text: 'Menu' },
        { uri: 'tel:+420212345678', text: 'Call us' },
      ],
    },
    push: { name: 'Friday −20 %', message: 'Hi {cardholder}, today every filter coffee is 20 % off.' },
    near: {
      name: 'Coffee around the corner',
      message: 'Coffee Lab is around the corner, {cardholder}. Show this card.',
      geoPoints: [
        { name: 'Main Street 5', latitude: 50.08804, longitude: 14.42076, text: '' },
        {
          name: 'River Quay 12',
          latitude: 50.07512,
          longitude: 14.41391,
          text: 'The roastery on the quay smells of fresh beans today.',
        },
      ],
    },
  },
  {
    domain: 'salon-vera',
    name: 'Salon Vera',
    type: 'discount',
    lang: 'de',
    theme: 'night',
    tariff: 'advanced',
    formKey: 'karte',
    clients: 24,
    cardName: 'Vera Karte',
    colours: { background: '#5b2245', text: '#ffffff', title: '#f3c6dd' },
    accent: '#d9759f',
    barcode: 'code128',
    fields: {
      top: field('Nr.', '{cardnumber}'),
      center: field('Ihr Rabatt', '{discount} %', 'Ihr Rabatt beträgt jetzt %@'),
      left: field('Name', '{cardholder}'),
      right: null,
    },
    back: {
      fields: [{ label: 'Öffnungszeiten', value: 'Di–Sa 9–18 Uhr' }],
      links: [{ uri: 'https://salon-vera.example', text: 'Termin buchen' }],
    },
    push: { name: 'Freie Termine', message: 'Morgen sind um 14 und 16 Uhr noch Termine frei.' },
  },
  {
    domain: 'hotel-sever',
    name: 'Отель «Север»',
    type: 'standard',
    lang: 'ru',
    theme: 'night_blue',
    tariff: 'advanced',
    formKey: 'gost',
    clients: 18,
    cardName: 'Карта гостя',
    colours: { background: '#0f3050', text: '#ffffff', title: '#9fd0f5' },
    accent: '#3f9bdc',
    barcode: 'qr',
    fields: {
      top: field('Карта', '{cardnumber}'),
      center: field('бонусов', '{bonus}', 'Теперь у вас %@ бонусов'),
      left: field('Гость', '{cardholder}'),
      right: null,
    },
    back: {
      fields: [{ label: 'Стойка приёма', value: 'Круглосуточно' }],
      links: [{ uri: 'tel:+78120000000', text: 'Позвонить' }],
    },
    push: { name: 'Завтрак в подарок', message: '{cardholder}, при бронировании до воскресенья завтрак в подарок.' },
  },
]

const FIRST: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Anna',
    'Ben',
    'Clara',
    'David',
    'Emma',
    'Felix',
    'Grace',
    'Henry',
    'Ida',
    'Jack',
    'Kate',
    'Leo',
    'Mia',
    'Noah',
    'Olivia',
    'Paul',
  ],
  de: ['Anja', 'Bernd', 'Carla', 'Dieter', 'Eva', 'Franz', 'Greta', 'Hans', 'Ilse', 'Jonas', 'Katrin', 'Lukas'],
  ru: ['Анна', 'Борис', 'Вера', 'Глеб', 'Дарья', 'Егор', 'Жанна', 'Игорь', 'Кира', 'Лев'],
}
const LAST: Readonly<Record<string, readonly string[]>> = {
  en: ['Baker', 'Carter', 'Dawson', 'Ellis', 'Foster', 'Gibson', 'Harper', 'Irving', 'Jordan', 'Keller', 'Lowell'],
  de: ['Adler', 'Becker', 'Claas', 'Dorn', 'Eckert', 'Fuchs', 'Graf', 'Hahn', 'Jung'],
  ru: ['Белов', 'Волков', 'Гусев', 'Дроздов', 'Жуков', 'Зимин', 'Ковальчук', 'Лебедь'],
}

/** Repeatable: the same demo on every machine. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * sides)
  }
}

/** A quiet picture of circles and waves in the shop's colours; no letters, so that it needs no fonts. */
function drawing(slot: ImageSlotName, shop: Shop): string {
  const { width: w, height: h } = IMAGE_SLOTS[slot]
  const roll = dice(shop.domain.length * 97 + w)
  const { background } = shop.colours
  const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${body}</svg>`
  const mark = (x: number, y: number, r: number, colour: string) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${colour}" ` +
    `stroke-width="${r * 0.28}"/><circle cx="${x}" cy="${y}" r="${r * 0.42}" fill="${colour}"/>`
  if (slot === 'logo')
    return svg(
      mark(70, 75, 44, shop.accent) +
        '<rect x="150" y="52" width="190" height="18" rx="9" fill="#fff"/><rect x="150" y="84" ' +
        'width="130" height="14" rx="7" fill="#fff" fill-opacity=".6"/>',
    )
  if (slot === 'icon')
    return svg(`<rect width="${w}" height="${h}" fill="${background}"/>${mark(w / 2, h / 2, 22, shop.accent)}`)
  if (slot === 'programLogo')
    return svg(`<rect width="${w}" height="${h}" fill="${background}"/>${mark(w / 2, h / 2, 170, shop.accent)}`)
  const dots = Array.from(
    { length: 26 },
    () =>
      `<circle cx="${roll(w)}" cy="${roll(h)}" r="${20 + roll(90)}" fill="${shop.accent}" ` +
      `fill-opacity="${(0.06 + roll(20) / 100).toFixed(2)}"/>`,
  )
  const wave = (y: number, opacity: number) =>
    `<path d="M0 ${y} C ${w * 0.25} ${y - 90}, ${w * 0.5} ${y + 90}, ${w} ${y - 40} V ${h} H 0 Z" ` +
    `fill="${shop.accent}" fill-opacity="${opacity}"/>`
  return svg(
    `<rect width="${w}" height="${h}" ` +
      `fill="${background}"/>${dots.join('')}${wave(h * 0.55, 0.28)}${wave(h * 0.75, 0.4)}`,
  )
}

async function storePictures(db: CabinetDb, shop: Shop, now: Date): Promise<Design['images']> {
  const images = {} as Design['images']
  for (const slot of Object.keys(IMAGE_SLOTS) as ImageSlotName[]) {
    images[slot] = await storeImage(
      db,
      slot,
      await sharp(Buffer.from(drawing(slot, shop)))
        .png()
        .toBuffer(),
      now,
    )
  }
  return images
}

async function addClients(app: App, db: CabinetDb, shop: Shop, templateId: string, formId: string): Promise<string[]> {
  const customers: string[] = []
  const roll = dice(shop.clients)
  const now = app.clock.now().getTime()
  const pick = <T>(list: readonly T[]) => list[roll(list.length)] as T
  for (let index = 0; index < shop.clients; index++) {
    // More of them lately, as in a young programme.
    const at = new Date(now - Math.floor((roll(1000) / 1000) ** 2 * 30 * DAY_MS) - 60_000)
    const amounts = { balance: roll(400) * 50, bonus: roll(300) * 100, discount: pick([0, 300, 500, 700, 1000]) }
    const client = {
      id: crypto.randomUUID(),
      ...forPlainFields(() => ''),
      name: pick(FIRST[shop.lang] ?? []),
      surname: pick(LAST[shop.lang] ?? []),
      birthday: `${1960 + roll(45)}-${String(1 + roll(12)).padStart(2, '0')}-${String(1 + roll(28)).padStart(2, '0')}`,
      sex: null,
      email: '',
      tel: `+4205550${shop.domain.length % 10}${String(1000 + index).padStart(4, '0')}`.slice(0, 13),
      balance_minor: amounts.balance,
      bonus_minor: amounts.bonus,
      discount_hundredths: amounts.discount,
      promo_code: '',
      card_number: (await cabinets.takeCardNumber(db)) ?? 0,
      extra: {},
      template_id: templateId,
      form_id: formId,
      lang: shop.lang,
      consent_at: at,
      consent_text_hash: null,
      consent_ip: null,
      created_at: at,
      updated_at: at,
    }
    await insertClient(db, client)
    await insertBalanceEvents(
      db,
      (['balance', 'bonus', 'discount'] as const)
        .filter((kind) => amounts[kind] > 0)
        .map((kind) => ({
          id: crypto.randomUUID(),
          client_id: client.id,
          at,
          kind,
          delta: amounts[kind],
          after: amounts[kind],
          source: 'demo' as const,
          by_user: null,
        })),
    )
    const pass = await issuePass(app, db, client)
    // Four of five have installed their card.
    if (index % 5 < 4 && index < PHONES_PER_SHOP) customers.push(installUrl(app, shop.domain, db.cabinetId, pass.id))
  }
  return customers
}

/** What the coffee house has lived through: the older half is read. */
async function tellWhatHappened(app: App, db: CabinetDb, userId: string): Promise<void> {
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

async function seedShop(app: App, user: Parameters<typeof cabinets.createCabinet>[1], shop: Shop): Promise<string[]> {
  const { data: known } = await cabinets.listCabinets(app, user, { page: 1, limit: 100, q: '', o: 'name', d: 'asc' })
  const cabinet =
    known.find((one) => one.domain === shop.domain) ??
    (await cabinets.createCabinet(app, user, { name: shop.name, domain: shop.domain, taxNumber: '0000000000' }, (db) =>
      giveTestCertificate(app, db),
    ))
  if (shop.isAgent) await setAgent(app, cabinet.id, true)
  return cabinets.openForWork(app, cabinet.id, async (db) => {
    if (shop.isAgent) await activateReferral(app, db)
    if ((await listTemplates(db)).templates.length > 0) return []
    const now = app.clock.now()
    await cabinets.setTariff(db, shop.tariff, null)
    // Whoever looks around in the demo is not asked about a business.
    await cabinets.markPollFinished(db)
    await book(app, db, { event: 'bonus', amountMinor: 125_000 })
    await addVariable(
      db,
      { name: 'favourite', defaultValue: '', description: 'Favourite drink, asked in the form' },
      now,
    )
    const template = await createTemplate(
      db,
      {
        name: shop.cardName,
        type: shop.type,
        birthdayEnabled: false,
        variables: {},
        design: {
          organisation: shop.name,
          cardName: shop.cardName,
          programName: shop.cardName,
          images: await storePictures(db, shop, now),
          colours: shop.colours,
          fields: shop.fields,
          barcode: { type: shop.barcode, message: '{cardnumber}', alt: '{cardnumber}' },
          back: shop.back,
          nfc: null,
        },
      },
      now,
    )
    const usual = { ...usualSettings(shop.lang, shop.name), theme: shop.theme }
    const isCoffee = shop.domain === 'coffee-lab'
    const settings = isCoffee ? withPromoField(usual) : usual
    const form = await createForm(app, db, shop, {
      name: shop.cardName,
      template: template.id,
      lang: shop.lang,
      settings,
      formKey: shop.formKey,
    })
    // Before the first card is issued, so that the update of the day is still free.
    if (shop.near)
      await switchPush(
        app,
        db,
        (
          await createPush(
            app,
            db,
            'geo',
            { ...shop.near, templates: [template.id], segment: null, beacons: [] },
            sightOf(shop.tariff),
          )
        ).id,
        true,
        sightOf(shop.tariff),
      )
    const customers = await addClients(app, db, shop, template.id, form.id)
    await addToFunnel(db, form.id, 'opened', Math.round(shop.clients * 2.6))
    await addToFunnel(db, form.id, 'filled', shop.clients)
    if (isCoffee) await addTriggers(app, db, template.id)
    await createPush(
      app,
      db,
      'text',
      { ...shop.push, templates: [template.id], segment: null, geoPoints: [], beacons: [] },
      sightOf(shop.tariff),
    )
    if (isCoffee) {
      await addSegments(app, db)
      await addSmsHistory(app, db)
      await tellWhatHappened(app, db, user.userId)
      await seedMarketplace(app, db, shop.domain)
    }
    return customers
  })
}

/** One question is answered, one waits. */
async function askSupport(app: App, user: SignedIn): Promise<void> {
  const operator = await userOfEmail(app, DEMO_LOGINS[2].email)
  if (!operator || (await listConversations(app, user, { page: 1, limit: 1 })).meta.total > 0) return
  const cabinet = (await cabinets.readMenu(app, user)).recent.find((one) => one.domain === SHOPS[0]?.domain)?.id
  const first = await ask(app, user, {
    cabinet,
    topic: 'question',
    route: '/coffee-lab/form',
    text: 'Can I print a form’s poster in A3? The print shop needs a PDF.',
  })
  await answerInbox(
    app,
    operator.userId,
    first.id,
    'Yes: open the poster, print it to a PDF and choose A3. It’s a vector drawing, so it stays sharp.',
  )
  await ask(app, user, {
    cabinet,
    topic: 'money',
    route: '/coffee-lab',
    text: 'We’re opening a second shop in spring. Should we add another business or more cards to this one?',
  })
}

/**
 * @returns addresses of the install pages of customers whose phones the played world may carry; null when the demo is
 * there already
 */
export async function seedDemo(app: App): Promise<string[] | null> {
  let customers: string[] | null = null
  // Written down when it is whole: a start that is killed half way is gone on with by the next one.
  await installationSecret(app.database, app.keys, 'demo-is-seeded', async () => {
    customers = await seedMissing(app)
    return 'yes'
  })
  return customers
}

async function seedMissing(app: App): Promise<string[]> {
  const [owner] = DEMO_LOGINS
  for (const login of DEMO_LOGINS) {
    if (await userOfEmail(app, login.email)) continue
    await addUser(app, {
      id: crypto.randomUUID(),
      name: login.name,
      surname: login.surname,
      email: login.email,
      phone: '+420555000001',
      password: login.password,
      lang: 'en',
      superuser: 'superuser' in login,
    })
  }
  const user = await userOfEmail(app, owner.email)
  const customers: string[] = []
  if (!user) return customers
  for (const shop of SHOPS) customers.push(...(await seedShop(app, user, shop)))
  await connectPlayedCrm(app, user, 'hotel-sever')
  await askSupport(app, user)
  return customers
}
