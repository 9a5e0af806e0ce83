/** The cards of a business's months, and what was sent to them. */
import { fillText } from '../card/fill.ts'
import { money } from '../card/values.ts'
import { DAY_MS } from '../contract/time.ts'
import type { Origin } from '../server/people/growth/growth.ts'
import type { PastCard } from '../server/reach/passes/past.ts'
import type { PastRun } from '../server/reach/pushes/past.ts'
import { timedUuid } from '../server/base/named-uuid.ts'
import type { PastAct } from '../server/reach/triggers/past.ts'
import type { Guest } from './demo-guest.ts'
import type { Life } from './demo-life.ts'
import type { Codes } from './demo-marketplace.ts'
import type { Shop } from './demo-shops.ts'

/** What the months happen in. Sendings name campaigns and triggers by their places in these lists. */
export type Stage = {
  shop: Shop
  userId: string
  template: string
  /** Another design, which some have as well. */
  second: string | undefined
  form: { id: string; words: string }
  origins: readonly Origin[]
  campaigns: readonly { push: string; message: string }[]
  triggers: readonly { id: string; push: string; message: string }[]
  codes: Codes | undefined
}

/** One of so many has a second card, so many days after the first one. */
const SECOND = { every: 6, afterDays: 12 }
export type Carding = PastCard & { guest: Guest }

const textFor = (message: string, { name, surname }: Guest, bonus: number) =>
  fillText(message, { cardholder: `${name} ${surname}`, bonus: money(bonus) })

const messageOf = ({ sendings }: Life, { campaigns, triggers }: Stage, place: number): string => {
  const by = sendings[place]?.by
  if (!by) return ''
  return ('campaign' in by ? campaigns[by.campaign] : triggers[by.trigger])?.message ?? ''
}

export function cardsOf(life: Life, stage: Stage, now: Date): Carding[] {
  return life.guests.flatMap((guest, place) => {
    const last = guest.messages.at(-1)
    const main: Carding = {
      guest,
      id: crypto.randomUUID(),
      clientId: guest.id,
      templateId: stage.template,
      isMain: true,
      issuedAt: guest.cardAt,
      held: guest.held,
      changes: guest.amounts.length + guest.messages.length,
      changedAt: guest.changedAt,
      message: last
        ? {
            text: textFor(messageOf(life, stage, last.sending), guest, last.bonus),
            at: last.at,
            number: guest.messages.length,
          }
        : null,
    }
    const issuedAt = new Date(guest.cardAt.getTime() + SECOND.afterDays * DAY_MS)
    const isOver = guest.held?.until && guest.held.until <= issuedAt
    if (stage.second === undefined || place % SECOND.every > 0 || issuedAt >= now || isOver) return [main]
    const changes = guest.amounts.filter((one) => one.at > issuedAt)
    const second: Carding = {
      ...main,
      id: crypto.randomUUID(),
      templateId: stage.second,
      isMain: false,
      issuedAt,
      held: guest.held && { ...guest.held, from: new Date(issuedAt.getTime() + 60_000) },
      changes: changes.length,
      changedAt: changes.at(-1)?.at ?? issuedAt,
      message: null,
    }
    return [main, second]
  })
}

export function runsOf(life: Life, stage: Stage, cards: readonly Carding[]): PastRun[] {
  const main = new Map(cards.filter((card) => card.isMain).map((card) => [card.guest, card.id]))
  return life.sendings.map(({ by, at, guests }, place) => {
    const trigger = 'trigger' in by ? stage.triggers[by.trigger] : undefined
    const push = 'campaign' in by ? stage.campaigns[by.campaign]?.push : trigger?.push
    const message = messageOf(life, stage, place)
    return {
      id: timedUuid(at),
      pushId: push ?? '',
      triggerId: trigger?.id ?? null,
      message,
      at,
      messages: guests.flatMap((guest) => {
        const one = guest.messages.find(({ sending }) => sending === place)
        const until = guest.held?.until ?? null
        if (!one) return []
        const { wallet, isAccepted, fetchedAt, change } = one
        const isLast = guest.messages.at(-1) === one
        return {
          passId: main.get(guest) ?? '',
          clientId: guest.id,
          text: textFor(message, guest, one.bonus),
          wallet,
          isAccepted,
          fetchedAt,
          removedAt: isLast ? until : null,
          version: 1 + change,
        }
      }),
    }
  })
}

export const actsOf = ({ sendings }: Life, { triggers }: Stage): PastAct[] =>
  sendings.flatMap(({ by, at, guests }) => {
    const id = 'trigger' in by ? triggers[by.trigger]?.id : undefined
    if (!('trigger' in by) || id === undefined) return []
    return guests.map((guest) => ({ triggerId: id, clientId: guest.id, occasion: by.occasion, at }))
  })
