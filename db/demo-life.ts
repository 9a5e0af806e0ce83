/**
 * Months of a business, day by day: who joins, comes again, buys, gets points and messages, and removes the card. Pure:
 * what it is given decides what happens, so a demo is the same on every machine. Amounts are in minor units.
 */
import { addDays, DAY_MS, dayNumber, HOUR_MS, MINUTE_MS, moscowDay, moscowMidnight } from '../contract/time.ts'
import { pointsFor } from '../contract/reach/purchases.ts'
import type { Language } from '../contract/limits.ts'
import { type Daily, dueOn } from '../server/reach/triggers/past.ts'
import { dice, pick, type Roll, share } from './demo-dice.ts'
import { type Amount, change, type Guest, type Wallet } from './demo-guest.ts'
import type { Habits } from './demo-habits.ts'
import { inventPerson, inventPhone } from './demo-names.ts'

/** The latest of it is today. */
export const LIFE_DAYS = 310
/** So many join on the day on which the demo is added, so that its figures of today are no zeros. */
const JOIN_TODAY = 2
/** Today is as busy as a whole day once it has been open for so long. */
const BUSY_AFTER_MS = 3 * HOUR_MS
/** A message brings people for so long. */
const DRAW_DAYS = 3

/** One sending of a message: by a person, or by a trigger. */
export type Sending = { by: { campaign: number } | { trigger: number; occasion: string }; at: Date; guests: Guest[] }

export type Life = { guests: Guest[]; sendings: Sending[]; visits: { at: Date; origin: number }[] }

export type Setting = {
  habits: Habits
  lang: Language
  seed: number
  now: Date
  triggers: readonly Daily[]
  /** In which somebody may have a card. */
  wallets: readonly Wallet[]
  /** What codes give, in hundredths of points; null: there are none. */
  codes: { welcome: number; inviter: number; invited: number; max: number } | null
}

/** @returns what happened before `now`, each list in the order of time */
export function live(setting: Setting): Life {
  const { now } = setting
  const roll = dice(setting.seed)
  const story = { ...setting, roll, life: { guests: [], sendings: [], visits: [] } as Life, here: [] as Guest[], no: 0 }
  const today = moscowDay(now)
  const coming = Map.groupBy(newcomers(story), (guest) => moscowDay(guest.joinedAt))
  for (let name = addDays(today, -LIFE_DAYS); name <= today; name = addDays(name, 1))
    liveDay(story, dayOf(name), coming.get(name) ?? [])
  return story.life
}

type Story = Setting & { roll: Roll; life: Life; here: Guest[]; no: number }

/** A day in Moscow; the week begins on Monday. */
type Day = { name: string; startMs: number; weekday: number }
const dayOf = (name: string): Day => ({
  name,
  startMs: moscowMidnight(name).getTime(),
  weekday: (dayNumber(name) + 3) % 7,
})

/**
 * Milliseconds of the day during which people come; of today, up to now. Today it opens early, so that its figures are
 * no zeros.
 */
function openSpan({ habits, now }: Story, { startMs }: Day): { from: number; length: number } {
  const [first, last] = habits.hours
  const from = Math.max(startMs, Math.min(startMs + first * HOUR_MS, now.getTime() - BUSY_AFTER_MS))
  return { from, length: Math.max(0, Math.min(startMs + last * HOUR_MS, now.getTime()) - from) }
}

/** A moment of the day at which people come. */
function momentOf(story: Story, day: Day): Date {
  const { from, length } = openSpan(story, day)
  return new Date(from + Math.floor(share(story.roll) * length))
}

/** Everybody who will ever join, before anything happens to them. */
function newcomers(story: Story): Guest[] {
  const { habits, roll, lang, now } = story
  return Array.from({ length: habits.people }, (_, place) => {
    // Some days nobody joins and on others several do; every second keeps the whole time filled.
    const luck = share(roll)
    const grown = (place % 2 === 0 ? (place + luck) / habits.people : luck) ** (1 / habits.growth)
    const isLast = place >= habits.people - JOIN_TODAY
    let day = dayOf(moscowDay(new Date(now.getTime() - (isLast ? 0 : 1 - grown) * LIFE_DAYS * DAY_MS)))
    let joinedAt = momentOf(story, day)
    // On a day on which it is closed nobody comes, nor in what is left of today.
    while (habits.week[day.weekday] === 0 || joinedAt >= now) {
      day = dayOf(addDays(day.name, -1))
      joinedAt = momentOf(story, day)
    }
    const isByForm = roll(100) < 92
    return {
      id: crypto.randomUUID(),
      ...inventPerson(lang, habits.shareOfWomen, roll),
      tel: inventPhone(lang, place),
      birthday: `${1958 + roll(48)}-${String(1 + roll(12)).padStart(2, '0')}-${String(1 + roll(28)).padStart(2, '0')}`,
      joinedAt,
      cardAt: joinedAt,
      origin: isByForm ? pick(roll, habits.origins) : null,
      code: null,
      held: null,
      everyDays:
        habits.kinds[
          pick(
            roll,
            habits.kinds.map(([weight]) => ({ weight })),
          )
        ]?.[1] ?? 30,
      amounts: [],
      purchases: [],
      messages: [],
      sums: { balance: 0, bonus: 0, discount: 0 },
      changedAt: joinedAt,
    }
  })
}

type Turn = { at: Date; act: (at: Date) => void }

function liveDay(story: Story, day: Day, coming: readonly Guest[]): void {
  const turns: Turn[] = []
  for (const guest of coming) turns.push({ at: guest.joinedAt, act: () => join(story, guest) })
  for (const guest of story.here) {
    if (guest.held && guest.held.until === null && share(story.roll) < 0.0011)
      turns.push({ at: momentOf(story, day), act: (at) => remove(guest, at) })
    if (comesOn(story, guest, day)) turns.push({ at: momentOf(story, day), act: (at) => visit(story, guest, at) })
  }
  turns.push(...sendingsOf(story, day))
  for (const { at, act } of turns.toSorted((one, other) => one.at.getTime() - other.at.getTime()))
    if (at < story.now) act(at)
  story.here.push(...coming)
}

function comesOn(story: Story, guest: Guest, day: Day): boolean {
  const { habits, roll } = story
  const { startMs, weekday } = day
  const chance = share(roll)
  const latest = guest.messages.at(-1)
  const isDrawn = latest?.isAccepted === true && startMs - latest.at.getTime() < (DRAW_DAYS - 1) * DAY_MS
  // Some lose interest after a while, and who has thrown the card away comes seldom.
  const isTired = guest.everyDays > 20 && startMs - guest.joinedAt.getTime() > 150 * DAY_MS
  const mood = (isDrawn ? 2.1 : 1) * (isTired ? 0.35 : 1) * (guest.held?.until ? 0.15 : 1)
  const isOpen = Math.min(1, openSpan(story, day).length / BUSY_AFTER_MS)
  return chance < ((habits.week[weekday] ?? 1) / guest.everyDays) * mood * isOpen
}

function join(story: Story, guest: Guest): void {
  const { roll, life, codes, habits } = story
  const at = guest.joinedAt
  life.guests.push(guest)
  if (guest.origin !== null)
    for (let seen = 0; seen < 2 + roll(3); seen++)
      life.visits.push({ at, origin: seen === 0 ? guest.origin : pick(roll, habits.origins) })
  const wallet = roll(100) < 58 ? 'apple' : 'google'
  const from = new Date(Math.min(at.getTime() + (1 + roll(8)) * MINUTE_MS, story.now.getTime() - 1000))
  if (roll(100) < 84 && story.wallets.includes(wallet)) guest.held = { wallet, from, until: null }
  if (codes && guest.origin !== null) enterCode(story, guest, codes)
  if (roll(100) < 70) visit(story, guest, new Date(Math.min(at.getTime() + 10 * MINUTE_MS, story.now.getTime() - 500)))
}

function enterCode({ roll, here, life }: Story, guest: Guest, codes: NonNullable<Setting['codes']>): void {
  const by = { at: guest.joinedAt, kind: 'bonus', source: 'promo', reason: '', till: '' } as const
  const luck = roll(100)
  const friendsOf = (one: Guest) =>
    life.guests.filter(({ code }) => code !== null && code !== 'welcome' && code.inviter === one).length
  const inviter = here[roll(Math.max(1, here.length))]
  if (luck < 34) {
    guest.code = 'welcome'
    change(guest, { ...by, delta: codes.welcome })
  } else if (luck < 48 && inviter && friendsOf(inviter) < codes.max) {
    guest.code = { inviter }
    change(guest, { ...by, delta: codes.invited })
    change(inviter, { ...by, delta: codes.inviter })
  }
}

function remove(guest: Guest, at: Date): void {
  if (guest.held) guest.held.until = at
}

function visit(story: Story, guest: Guest, at: Date): void {
  const { habits, roll } = story
  const ware = habits.wares[pick(roll, habits.wares)]
  if (!ware) return
  const till = habits.tills[roll(habits.tills.length)] ?? ''
  const byHand = { at, source: 'cabinet', till } as const
  const senderId = `R-${String(20_000 + story.no++)}`
  const earned = habits.rate === null ? null : pointsFor(ware.amountMinor, habits.rate, false)
  guest.purchases.push({ at, amountMinor: ware.amountMinor, text: ware.text, senderId, earned })
  if (earned !== null && earned > 0)
    change(guest, { at, kind: 'bonus', delta: earned, source: 'purchase', reason: senderId, till: '' })
  const prize = habits.prizes.find((one) => guest.sums.bonus >= one.cost)
  if (prize && roll(100) < 55) change(guest, { ...byHand, kind: 'bonus', delta: -prize.cost, reason: prize.reason })
  const gift = roll(100) < 2 ? habits.gifts[roll(Math.max(1, habits.gifts.length))] : undefined
  if (gift) change(guest, { ...byHand, kind: 'bonus', delta: gift.amount, reason: gift.reason })
  const level = habits.discounts.findLast((one) => guest.purchases.length >= one.purchases)
  if (level && level.discount > guest.sums.discount)
    change(guest, {
      ...byHand,
      kind: 'discount',
      delta: level.discount - guest.sums.discount,
      reason: level.reason,
    })
  pay(story, guest, ware.amountMinor, byHand)
}

/** Who pays in advance tops up when there is too little. */
function pay(
  { habits: { prepaid }, roll }: Story,
  guest: Guest,
  amountMinor: number,
  byHand: Pick<Amount, 'at' | 'till'> & { source: 'cabinet' },
): void {
  if (!prepaid || Number(guest.tel.slice(-2)) % prepaid.every !== 0) return
  if (guest.sums.balance < amountMinor) {
    const delta = prepaid.amounts[roll(prepaid.amounts.length)] ?? 0
    change(guest, { ...byHand, kind: 'balance', delta, reason: prepaid.topUp })
  }
  if (guest.sums.balance >= amountMinor)
    change(guest, { ...byHand, kind: 'balance', delta: -amountMinor, reason: prepaid.paid })
}

/** In one pass a client gets one message from triggers, of the higher one. */
function sendingsOf(story: Story, day: Day): Turn[] {
  const { triggers, habits, now } = story
  const turns: Turn[] = []
  const taken = new Set<Guest>()
  for (const [trigger, daily] of triggers.entries()) {
    const { at, occasion, due } = dueOn(daily, day.name, story.here)
    turns.push({
      at,
      act: () => {
        const guests = due.filter((guest) => !taken.has(guest) && isReached(guest))
        for (const guest of guests) taken.add(guest)
        if (guests.length > 0) send(story, { by: { trigger, occasion }, at, guests })
      },
    })
  }
  for (const [campaign, { daysAgo, hour }] of habits.campaigns.entries()) {
    if (addDays(moscowDay(now), -daysAgo) !== day.name) continue
    const at = new Date(day.startMs + hour * HOUR_MS)
    turns.push({ at, act: () => send(story, { by: { campaign }, at, guests: story.here.filter(isReached) }) })
  }
  return turns
}

const isReached = (guest: Guest) => guest.held !== null && guest.held.until === null

function send({ roll, life, now }: Story, sending: Sending): void {
  life.sendings.push(sending)
  for (const guest of sending.guests) {
    const { wallet } = guest.held as NonNullable<Guest['held']>
    const isAccepted = roll(100) < 98
    const fetched = new Date(sending.at.getTime() + (3 + roll(900)) * 1000)
    const isFetched = wallet === 'apple' && isAccepted && roll(100) < 93 && fetched < now
    guest.messages.push({
      sending: life.sendings.length - 1,
      at: sending.at,
      wallet,
      isAccepted,
      fetchedAt: isFetched ? fetched : null,
      bonus: guest.sums.bonus,
      change: guest.amounts.length + guest.messages.length + 1,
    })
    guest.changedAt = sending.at
  }
}
