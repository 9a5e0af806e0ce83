/** Clients of the demo with amounts and cards. Nobody in it is real. */
import { type ClientFieldValues, forClientFields, valueOfField } from '../contract/people/client-fields.ts'
import { DAY_MS, moscowDay } from '../contract/time.ts'
import type { App } from '../server/base/app.ts'
import { sha256 } from '../server/base/crypto.ts'
import type { CabinetDb } from '../server/base/db.ts'
import { insertBalanceEvents, insertClient, keepConsentText } from '../server/people/clients/change-sql.ts'
import { createLink, findFormById } from '../server/people/forms/forms.ts'
import { countFilled, countVisits, keepSource, type Origin, sourceNameOf } from '../server/people/growth/growth.ts'
import * as cabinets from '../server/platform/cabinets/cabinets.ts'
import { installUrl, issueCardOfDesign, issuePass } from '../server/reach/passes/passes.ts'
import { say } from '../words/say.ts'
import { dice } from './demo-dice.ts'
import type { Shop } from './demo-shops.ts'

/** One of so many clients has a second card, in a shop with a second design. */
const SECOND_EVERY = 6
/** Each installed card keeps a connection open; this many are enough to see numbers change. */
const PHONES_PER_SHOP = 20

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

/** @returns addresses of install pages, of cards that emulated phones may install */
export async function addClients(
  app: App,
  db: CabinetDb,
  shop: Shop,
  { templateId, formId, secondId }: { templateId: string; formId: string; secondId: string | undefined },
): Promise<string[]> {
  const installUrls: string[] = []
  const roll = dice(shop.clients)
  const form = await findFormById(db, formId)
  const words = form?.settings.agreement.text ?? ''
  const origins = await originsOf(app, db, form?.form_key ?? '', shop)
  const agreed = { consent_text_hash: sha256(words), consent_ip: '203.0.113.7' }
  // Before the first of them agreed to it.
  const writtenAt = new Date(app.clock.now().getTime() - 31 * DAY_MS)
  await keepConsentText(db, agreed.consent_text_hash, words, writtenAt)
  for (let index = 0; index < shop.clients; index++) {
    const origin = origins[index % origins.length] ?? { utm: null }
    const made = randomClient(shop, index, roll, app.clock.now())
    const source = await keepSource(db, origin, made.created_at)
    const row = { ...made, ...agreed, template_id: templateId, form_id: formId, utm: origin.utm, source }
    const client = { ...row, card_number: (await cabinets.takeCardNumber(db)) ?? 0 }
    await insertClient(db, client)
    await insertBalanceEvents(db, firstAmounts(client))
    const pass = await issuePass(app, db, client, client.created_at)
    await addVisits(db, { ...client, index, origin })
    // Four of five have installed their card.
    const cards = index % 5 < 4 ? [pass.id] : []
    if (secondId !== undefined && index % SECOND_EVERY === 0)
      cards.push((await issueCardOfDesign(app, db, client, secondId)).pass.id)
    if (index < PHONES_PER_SHOP) installUrls.push(...cards.map((id) => installUrl(app, shop.domain, db.cabinetId, id)))
  }
  return installUrls
}

/** Where the clients of the demo come from; the last one named no source. */
async function originsOf(app: App, db: CabinetDb, formKey: string, { domain, lang }: Shop): Promise<Origin[]> {
  const poster = await createLink(
    app,
    db,
    { domain, formKey },
    { kind: 'poster', name: say(lang, 'links.kinds.poster') },
  )
  return [{ utm: { source: 'instagram', medium: 'story' } }, { utm: null, linkId: poster.id }, { utm: null }]
}

/** Two or three people opened the form for each one who filled it in. */
async function addVisits(
  db: CabinetDb,
  client: { form_id: string; template_id: string; created_at: Date; origin: Origin; index: number },
): Promise<void> {
  const { form_id: formId, template_id: templateId, origin, created_at: at } = client
  const visits = Array.from({ length: 2 + (client.index % 2) }, (_, visit) => ({
    day: moscowDay(at),
    formId,
    templateId,
    source: visit === 0 ? sourceNameOf(origin) : '',
    count: 1,
  }))
  await countVisits(db, visits, at)
  await countFilled(db, { id: formId, template_id: templateId, ...origin }, at)
}

function randomClient(shop: Shop, index: number, roll: (sides: number) => number, now: Date) {
  const pick = <T>(list: readonly T[]) => list[roll(list.length)] as T
  // More of them recently, as in a young programme.
  const at = new Date(now.getTime() - Math.floor((roll(1000) / 1000) ** 2 * 30 * DAY_MS) - 60_000)
  const amounts = {
    balance_minor: roll(400) * 50,
    bonus_minor: roll(300) * 100,
    discount_hundredths: pick([0, 300, 500, 700, 1000]),
  }
  return {
    id: crypto.randomUUID(),
    ...(forClientFields((_, field) => valueOfField(field, '')) as ClientFieldValues),
    name: pick(FIRST[shop.lang] ?? []),
    surname: pick(LAST[shop.lang] ?? []),
    birthday: `${1960 + roll(45)}-${String(1 + roll(12)).padStart(2, '0')}-${String(1 + roll(28)).padStart(2, '0')}`,
    sex: null,
    email: '',
    tel: `+4205550${shop.domain.length % 10}${String(1000 + index).padStart(4, '0')}`.slice(0, 13),
    ...amounts,
    promo_code: '',
    extra: {},
    lang: shop.lang,
    consent_at: at,
    created_at: at,
    updated_at: at,
  }
}

function firstAmounts(client: ReturnType<typeof randomClient>) {
  const amounts = {
    balance: client.balance_minor,
    bonus: client.bonus_minor,
    discount: client.discount_hundredths,
  }
  return (['balance', 'bonus', 'discount'] as const)
    .filter((kind) => amounts[kind] > 0)
    .map((kind) => ({
      id: crypto.randomUUID(),
      client_id: client.id,
      at: client.created_at,
      kind,
      delta: amounts[kind],
      after: amounts[kind],
      source: 'demo' as const,
      by_user: null,
    }))
}
