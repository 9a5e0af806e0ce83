/** A push as an answer: which parts the tariff shows, and what may be done with it now. */
import { isSentType, PUSH_TYPES, pushes as contract, type Push, type PushRow } from '../../../contract/reach/pushes.ts'
import type { PushCounts as Counts } from '../../../contract/reach/push-counts.ts'
import type { App } from '../../base/app.ts'
import { moscowDay, nextMoscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { pointsOf } from '../../cards/places/places.ts'
import { waitsUntil } from '../passes/update-cards.ts'
import { type InWallets, NOWHERE } from './in-wallets-sql.ts'
import { isKnownRepeat } from './schedule-sql.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

/** What the caller's tariff includes. */
export type Included = { hasStatistics: boolean; hasSegments: boolean }
/** `tariff` is null without one. Without a tariff and in the demo there are no statistics. */
export const includedIn = (tariff: string | null): Included => ({
  hasStatistics: tariff !== null && tariff !== 'demo',
  hasSegments: tariff === 'advanced' || tariff === 'expert',
})

type Counted = 'cards' | 'sent' | 'failed' | 'unknown' | 'waiting' | 'audience' | 'blocked'
type Run = Record<Counted, number | null> & { wallets: InWallets | null; stopped: sql.PushStop | null }

/** The counts of a run; zeros when the push has none. */
export function countsOf(run: Run) {
  const wallets = run.wallets ?? NOWHERE
  return {
    cards: run.cards ?? 0,
    sent: run.sent ?? 0,
    delivered: wallets.apple.fetched,
    failed: run.failed ?? 0,
    unknown: run.unknown ?? 0,
    waiting: run.waiting ?? 0,
    wallets,
    telegram: telegramOf(run),
  }
}

function telegramOf({ audience, cards, sent, blocked, stopped }: Run): Counts['telegram'] {
  if (audience === null) return null
  // An estimate of the audience is no smaller than what was counted.
  const linked = cards ?? 0
  return { audience: Math.max(audience, linked), linked, sent: sent ?? 0, blocked: blocked ?? 0, stopped }
}

function scheduleOf({ send_at, send_repeat }: sql.PushRow): PushRow['schedule'] {
  if (!send_at || !send_repeat || !isKnownRepeat(send_repeat)) return null
  return { at: send_at.toISOString(), repeat: send_repeat }
}

export function rowReply(row: sql.PushRow, { hasStatistics }: Included): PushRow {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    message: row.message,
    status: row.status,
    isActive: row.is_active,
    points: row.points,
    templates: row.templates,
    segment: row.segment,
    counts: hasStatistics ? countsOf(row) : null,
    createdAt: row.created_at.toISOString(),
    sentAt: row.run_at?.toISOString() ?? null,
    schedule: scheduleOf(row),
    missed:
      row.missed_at && row.missed_code !== null ? { at: row.missed_at.toISOString(), code: row.missed_code } : null,
  }
}

const AT_REST: readonly sql.PushStatus[] = ['draft', 'done', 'not_sent']
/** Also in a status that only a newer version knows. */
const isUnderWay = (status: sql.PushStatus) => !AT_REST.includes(status)

async function reply(app: App, db: CabinetDb, row: sql.PushRow, included: Included): Promise<Push> {
  const now = app.clock.now()
  const isSentToday = row.moscow_day === moscowDay(now)
  const isFree = !isUnderWay(row.status)
  const isSent = isSentType(row.type)
  const waits = isSent
    ? null
    : await waitsUntil(
        app,
        db,
        row.templates.map((template) => template.id),
      )
  return {
    ...rowReply(row, included),
    type: row.type,
    version: row.version,
    ...(isSent ? { geoPoints: [], beacons: [] } : await pointsOf(db, row.id)),
    cardsAt: waits?.toISOString() ?? null,
    allowed: {
      edit: isFree,
      remove: isFree,
      send: isSent && isFree && !isSentToday,
      sendAgainAt: isSentToday ? nextMoscowDay(now).toISOString() : null,
    },
  }
}

export async function getPush(db: CabinetDb, id: string): Promise<sql.PushRow> {
  const row = await sql.pushById(db, id)
  // Nor is there, for this version, a push of a type that only a newer one knows.
  if (!row || !PUSH_TYPES.includes(row.type)) throw refuse('push_not_found')
  return row
}

export async function readPush(app: App, db: CabinetDb, id: string, included: Included): Promise<Push> {
  return reply(app, db, await getPush(db, id), included)
}

/** Locks the push. @throws Refusal push_in_queue while it is sent */
export async function lockFree(db: CabinetDb, id: string): Promise<sql.PushRow> {
  const row = await sql.lockPush(db, id)
  if (!row) throw refuse('push_not_found')
  if (isUnderWay(row.status)) throw refuse('push_in_queue')
  return getPush(db, id)
}

/** What a push that is sent lacks. One by Telegram without cards is for the holders of any. */
export const missingOf = (
  type: sql.PushType,
  { message, templates }: { message: string; templates: readonly unknown[] },
): string[] => [
  ...(message.trim() === '' ? ['message'] : []),
  ...(templates.length === 0 && type !== 'telegram' ? ['templates'] : []),
]
