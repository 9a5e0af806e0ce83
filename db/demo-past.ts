/** Writes the months of a business into its rooms, as each day would have left them. */
import { DAY_MS } from '../contract/time.ts'
import type { App } from '../server/base/app.ts'
import type { CabinetDb } from '../server/base/db.ts'
import * as clients from '../server/people/clients/past.ts'
import * as figures from '../server/people/figures/past.ts'
import { gatherFigures } from '../server/people/figures/figures.ts'
import { addToFunnel } from '../server/people/forms/forms.ts'
import { keepSource } from '../server/people/growth/growth.ts'
import { countPastSteps } from '../server/people/growth/past.ts'
import { addPastUses } from '../server/reach/marketplace/past.ts'
import { addPastCards, type CarriedPhone } from '../server/reach/passes/past.ts'
import { installUrl } from '../server/reach/passes/passes.ts'
import { addPastRuns } from '../server/reach/pushes/past.ts'
import { addPastActs } from '../server/reach/triggers/past.ts'
import { actsOf, type Carding, cardsOf, runsOf, type Stage } from './demo-cards.ts'
import type { Guest } from './demo-guest.ts'
import type { Life } from './demo-life.ts'

/** Phones that the customers carry on from now, and addresses of their cards. */
export type Carried = { phones: CarriedPhone[]; installUrls: string[]; googleUrls: string[] }

/** The feed keeps what happened in so many days, and shows no more than a few lines of it. */
const FEED = { days: 14, lines: 40 }
/** Rows of one statement: few enough that a busy machine answers in time. */
const AT_ONCE = 1500
/** As many as are shown one by one when a statement adds them. */
const SHOWN_ALONE = 5

export async function writeLife(app: App, db: CabinetDb, life: Life, stage: Stage): Promise<Carried> {
  const now = app.clock.now()
  const since = life.guests[0]?.joinedAt ?? now
  const sources: string[] = []
  for (const origin of stage.origins) sources.push(await keepSource(db, origin, since))
  const amounts = await addPeople(db, life, stage, { since, sources })
  const cards = cardsOf(life, stage, now)
  const phones = await addPastCards(
    app,
    db,
    cards.map(({ guest: _, ...card }) => card),
  )
  // So far each statement wrote many, and the feed would say so.
  await figures.forgetHappenings(db, new Date(now.getTime() + DAY_MS))
  const runs = runsOf(life, stage, cards)
  await addPastRuns(db, runs)
  await addPastActs(
    db,
    stage.triggers.map((one) => one.id),
    actsOf(life, stage),
    now,
  )
  await addCodes(db, life, stage)
  const purchases = inOrder(life.guests.flatMap((guest) => purchasesOf(guest, stage)))
  const line = inOrder([...amounts, ...purchases]).at(-FEED.lines)
  const feedFrom = new Date(Math.max(now.getTime() - FEED.days * DAY_MS, line?.at.getTime() ?? 0))
  for (const part of partsOf(byClient(amounts.filter((one) => one.at < feedFrom)), AT_ONCE))
    await clients.addPastAmounts(db, part)
  for (const part of partsOf(byClient(purchases.filter((one) => one.at < feedFrom)), AT_ONCE))
    await clients.addPastPurchases(db, part)
  await figures.forgetHappenings(db, feedFrom)
  await writeLatest(db, { amounts, purchases, cards, sources }, feedFrom)
  await countVisits(db, life, stage, { cards, sources })
  await gatherFigures(db)
  const url = (id: string) => installUrl(app, stage.shop.domain, db.cabinetId, id)
  const inWallet = (wallet: 'apple' | 'google') =>
    cards.filter(({ held }) => held?.wallet === wallet && held.until === null).map(({ id }) => url(id))
  return { phones, installUrls: cards.map(({ id }) => url(id)), googleUrls: inWallet('google') }
}

const partsOf = <T>(rows: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, no) => rows.slice(no * size, (no + 1) * size))

const inOrder = <T extends { at: Date }>(rows: readonly T[]): T[] =>
  rows.toSorted((one, other) => one.at.getTime() - other.at.getTime())

/** Each statement sums up the clients it is about: none is to be in two of them. */
const byClient = <T extends { clientId: string }>(rows: readonly T[]): T[] =>
  [...Map.groupBy(rows, (one) => one.clientId).values()].flat()

async function addPeople(
  db: CabinetDb,
  { guests }: Life,
  stage: Stage,
  { since, sources }: { since: Date; sources: readonly string[] },
): Promise<clients.CountedAmount[]> {
  const { shop, form, userId } = stage
  // Before the first of them agreed to it.
  const hash = await clients.keepPastConsent(db, form.words, new Date(since.getTime() - DAY_MS))
  return clients.addPastClients(
    db,
    guests.map(({ id, name, surname, sex, tel, birthday, joinedAt, origin }, place) => ({
      id,
      name,
      surname,
      sex,
      tel,
      birthday,
      email: place % 3 === 0 ? `guest${place + 1}@${shop.domain}.example` : '',
      extra: {},
      lang: shop.lang,
      template_id: stage.template,
      form_id: origin === null ? null : form.id,
      consent_at: origin === null ? null : joinedAt,
      consent_text_hash: origin === null ? null : hash,
      consent_ip: origin === null ? null : '203.0.113.7',
      source: origin === null ? '' : (sources[origin] ?? ''),
      utm: origin === null ? null : (stage.origins[origin]?.utm ?? null),
      created_at: joinedAt,
    })),
    inOrder(
      guests.flatMap((guest) =>
        guest.amounts.map((amount) => ({
          ...amount,
          clientId: guest.id,
          by: amount.source === 'cabinet' ? userId : null,
        })),
      ),
    ),
  )
}

async function addCodes(db: CabinetDb, { guests }: Life, { codes }: Stage): Promise<void> {
  if (!codes) return
  const { welcome, referral } = codes
  await addPastUses(db, {
    uses: guests
      .filter((guest) => guest.code === 'welcome')
      .map(({ id, joinedAt }) => ({ promoId: welcome.id, clientId: id, at: joinedAt, bonusMinor: welcome.bonusMinor })),
    invitations: guests.flatMap(({ id, joinedAt, code }) =>
      code === null || code === 'welcome'
        ? []
        : {
            promoId: referral.id,
            invitedId: id,
            inviterId: code.inviter.id,
            at: joinedAt,
            inviterMinor: referral.inviterMinor,
            invitedMinor: referral.invitedMinor,
          },
    ),
  })
}

const purchasesOf = (guest: Guest, { shop: { habits } }: Stage): clients.PastPurchase[] =>
  guest.purchases.map(({ earned, ...purchase }) => ({
    ...purchase,
    clientId: guest.id,
    earn: habits.rate === null || earned === null ? null : { rate: habits.rate, earned },
  }))

/** The last days are written a few rows at a time, so that the feed shows each of them. */
async function writeLatest(
  db: CabinetDb,
  past: {
    amounts: readonly clients.CountedAmount[]
    purchases: readonly clients.PastPurchase[]
    cards: readonly Carding[]
    sources: readonly string[]
  },
  from: Date,
): Promise<void> {
  const latest = <T extends { at: Date }>(rows: readonly T[]) =>
    partsOf(
      rows.filter((one) => one.at >= from),
      SHOWN_ALONE,
    )
  for (const part of latest(past.purchases)) await clients.addPastPurchases(db, part)
  for (const part of latest(past.amounts)) await clients.addPastAmounts(db, part)
  const changes = past.cards.flatMap(({ clientId, isMain, issuedAt, held, guest: { origin } }) => {
    const source = origin === null ? '' : (past.sources[origin] ?? '')
    return [
      ...(isMain ? [{ at: issuedAt, kind: 'joined' as const, clientId, detail: source }] : []),
      ...(held ? [{ at: held.from, kind: 'installed' as const, clientId, detail: held.wallet }] : []),
      ...(held?.until ? [{ at: held.until, kind: 'removed' as const, clientId, detail: held.wallet }] : []),
    ]
  })
  await figures.addPastHappenings(
    db,
    changes.filter((one) => one.at >= from),
  )
}

/** Visits and sendings of the form by day, and its funnel. */
async function countVisits(
  db: CabinetDb,
  life: Life,
  stage: Stage,
  { cards, sources }: { cards: readonly Carding[]; sources: readonly string[] },
): Promise<void> {
  const of = { formId: stage.form.id, templateId: stage.template }
  const sent = life.guests.filter((guest) => guest.origin !== null)
  await countPastSteps(db, [
    ...life.visits.map(({ at, origin }) => ({ at, event: 'opened' as const, ...of, source: sources[origin] ?? '' })),
    ...sent.map((guest) => ({
      at: guest.joinedAt,
      event: 'filled' as const,
      ...of,
      source: sources[guest.origin ?? 0] ?? '',
    })),
  ])
  const installed = cards.filter(({ isMain, held, guest }) => isMain && held && guest.origin !== null)
  await addToFunnel(db, of.formId, 'opened', life.visits.length)
  await addToFunnel(db, of.formId, 'filled', sent.length)
  await addToFunnel(db, of.formId, 'installed', installed.length)
}
