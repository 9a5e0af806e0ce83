/** Is it working? Figures of a period beside the one before it, all from daily counts. */
import {
  type Happening,
  HAPPENING_KINDS,
  type Overview,
  type OverviewFigures,
  type OverviewPeriod,
} from '../../../contract/business/overview.ts'
import { addDays, moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import { birthdaysOn, clientsByIds, nameOfClient } from '../../people/clients/clients.ts'
import { type Figure, newestHappenings, readFigures } from '../../people/figures/figures.ts'
import { linkNames } from '../../people/forms/forms.ts'
import { linkOfSource, readDays } from '../../people/growth/growth.ts'
import { latestRuns, namesOfPushes } from '../../reach/pushes/pushes.ts'
import { waitingFor, type Asked } from './waiting.ts'

const DAYS = { today: 1, 7: 7, 30: 30, 90: 90 } as const
/** Today alone would be one bar. */
const CHART_DAYS_MIN = 7
const BIRTHDAY_DAYS = 7
const SHOWN = { sources: 6, pushes: 3, birthdays: 4, happenings: 20 }
/** Days after a push in which its effect is counted, and one for its ends. */
const EFFECT_DAYS = 4

const none = (): OverviewFigures => ({
  joined: 0,
  installed: { apple: 0, google: 0 },
  removed: { apple: 0, google: 0 },
  pointsGiven: 0,
  pointsTaken: 0,
  purchases: 0,
  spentMinor: 0,
  returns: 0,
})

/** A gift of points by hand, by a purchase or a code is given; what an import brought along was given elsewhere. */
function add(to: OverviewFigures, { name, kind, count, amount }: Figure): void {
  if (name === 'joined') to.joined += count
  if (name === 'returned') to.returns += count
  if (name === 'bought') {
    to.purchases += count
    to.spentMinor += amount
  }
  if (kind === 'import') return
  if (name === 'given') to.pointsGiven += amount
  if (name === 'taken') to.pointsTaken += amount
}

type Days = Map<string, OverviewFigures>

function daysOf(
  span: { from: string; to: string },
  figures: readonly Figure[],
  events: Awaited<ReturnType<typeof readDays>>,
): Days {
  const days: Days = new Map()
  for (let day = span.from; day <= span.to; day = addDays(day, 1)) days.set(day, none())
  for (const figure of figures) {
    const day = days.get(figure.day)
    if (day) add(day, figure)
  }
  for (const { day, event, count } of events) {
    const one = days.get(day)
    if (event === 'installed_apple' && one) one.installed.apple += count
    if (event === 'installed_google' && one) one.installed.google += count
    if (event === 'removed_apple' && one) one.removed.apple += count
    if (event === 'removed_google' && one) one.removed.google += count
  }
  return days
}

function sum(days: Days, { from, to }: { from: string; to: string }): OverviewFigures {
  const total = none()
  for (const [day, one] of days) {
    if (day < from || day > to) continue
    for (const key of ['joined', 'pointsGiven', 'pointsTaken', 'purchases', 'spentMinor', 'returns'] as const)
      total[key] += one[key]
    for (const wallet of ['apple', 'google'] as const) {
      total.installed[wallet] += one.installed[wallet]
      total.removed[wallet] += one.removed[wallet]
    }
  }
  return total
}

function sourcesOf(
  figures: readonly Figure[],
  named: Awaited<ReturnType<typeof linkNames>>,
  { from, before }: { from: string; before: string },
): Overview['sources'] {
  const links = new Map(named.map((link) => [link.id, link.name]))
  const found = new Map<string, Overview['sources'][number]>()
  for (const { name, kind: stored, day, count } of figures) {
    if (name !== 'joined' || day < before) continue
    const link = linkOfSource(stored)
    const one = found.get(stored) ?? {
      kind: link !== undefined ? ('link' as const) : stored === '' ? ('none' as const) : ('source' as const),
      id: link ?? stored,
      name: link !== undefined ? (links.get(link) ?? null) : stored === '' ? null : stored,
      joined: 0,
      joinedBefore: 0,
    }
    if (day >= from) one.joined += count
    else one.joinedBefore += count
    found.set(stored, one)
  }
  return [...found.values()]
    .filter((one) => one.joined > 0 || one.joinedBefore > 0)
    .toSorted((one, other) => other.joined - one.joined || other.joinedBefore - one.joinedBefore)
    .slice(0, SHOWN.sources)
}

async function pushesOf(db: CabinetDb): Promise<Overview['pushes']> {
  const runs = await latestRuns(db, SHOWN.pushes)
  const first = runs.at(-1)
  if (!first) return []
  const last = runs[0] ?? first
  const span = { from: moscowDay(first.at), to: addDays(moscowDay(last.at), EFFECT_DAYS) }
  const came = new Map<string, number>()
  for (const { kind, count } of await readFigures(db, span, ['after_push']))
    came.set(kind, (came.get(kind) ?? 0) + count)
  return runs.map((run) => ({
    id: run.push_id,
    name: run.name,
    sentAt: run.at.toISOString(),
    cards: run.cards,
    sent: run.sent,
    came: came.get(run.id) ?? 0,
  }))
}

async function birthdaysAhead(db: CabinetDb, today: string): Promise<Overview['birthdays']> {
  const days = Array.from({ length: BIRTHDAY_DAYS }, (_, n) => addDays(today, n))
  const { total, next } = await birthdaysOn(db, days, SHOWN.birthdays)
  const dayOf = (birthday: string) => days.find((day) => day.slice(5) === birthday.slice(5)) ?? today
  return { total, next: next.map((one) => ({ id: one.id, name: nameOfClient(one), day: dayOf(one.birthday) })) }
}

export async function readOverview(asked: Asked, period: OverviewPeriod): Promise<Overview> {
  const { db } = asked
  const today = moscowDay(asked.app.clock.now())
  const length = DAYS[period]
  const now = { from: addDays(today, 1 - length), to: today }
  const before = { from: addDays(now.from, -length), to: addDays(now.from, -1) }
  const chartFrom = addDays(today, 1 - Math.max(length, CHART_DAYS_MIN))
  const span = { from: before.from < chartFrom ? before.from : chartFrom, to: today }
  const [figures, events, links, pushes, birthdays, waiting, newest] = await Promise.all([
    readFigures(db, span, ['joined', 'given', 'taken', 'bought', 'returned']),
    readDays(db, span),
    linkNames(db),
    pushesOf(db),
    birthdaysAhead(db, today),
    waitingFor(asked),
    newestHappenings(db, 1),
  ])
  const days = daysOf(span, figures, events)
  return {
    now: { ...now, total: sum(days, now) },
    before: { ...before, total: sum(days, before) },
    days: [...days].filter(([day]) => day >= chartFrom).map(([day, one]) => ({ day, ...one })),
    sources: sourcesOf(figures, links, { from: now.from, before: before.from }),
    pushes,
    birthdays,
    waiting,
    isEmpty: newest.length === 0 && figures.length === 0,
  }
}

export async function listHappenings(db: CabinetDb): Promise<Happening[]> {
  const rows = await newestHappenings(db, SHOWN.happenings)
  const clients = new Map(
    (
      await clientsByIds(
        db,
        rows.flatMap((row) => row.client_id ?? []),
      )
    ).map((client) => [client.id, client]),
  )
  const isOfPush = (kind: string) => kind === 'push' || kind === 'trigger'
  const pushes = new Map(
    (
      await namesOfPushes(
        db,
        rows.filter((row) => isOfPush(row.kind) && row.detail !== '').map((row) => row.detail),
      )
    ).map((push) => [push.id, push]),
  )
  return rows.map((row) => {
    const client = clients.get(row.client_id ?? '')
    return {
      id: row.id,
      at: row.at.toISOString(),
      kind: HAPPENING_KINDS.find((one) => one === row.kind) ?? 'unknown',
      client: client ? { id: client.id, name: nameOfClient(client) } : null,
      count: row.count,
      amountMinor: row.amount,
      wallet: row.detail === 'apple' || row.detail === 'google' ? row.detail : null,
      push: isOfPush(row.kind) ? (pushes.get(row.detail) ?? null) : null,
    }
  })
}
