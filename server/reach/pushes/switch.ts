/**
 * Geo and beacon pushes are switched on instead of sent. The points of an active one are on every card of its
 * templates.
 */
import { POINTS_MAX } from '../../../contract/limits.ts'
import { isSentType, pushes as contract } from '../../../contract/reach/pushes.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { refusals } from '../../base/refusal.ts'
import { lockLimits, readLimits } from '../../platform/cabinets/cabinets.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import { updatePoints } from '../passes/update-cards.ts'
import { countPoints, hidePoints, pointsOf, showPoints } from '../../cards/places/places.ts'
import { readBot } from '../telegram/telegram.ts'
import * as usesSql from './uses-sql.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

/** A tariff may allow more points than a phone reads. */
const limitsFrom = (tariff: { geoPoints: number; beacons: number }) => ({
  geo: Math.min(tariff.geoPoints, POINTS_MAX),
  beacon: Math.min(tariff.beacons, POINTS_MAX),
})

export async function checkBeacons(db: CabinetDb, type: sql.PushType): Promise<void> {
  if (type === 'beacon' && limitsFrom(await readLimits(db)).beacon === 0) throw refuse('beacon_needs_expert')
}

type Carried = { template: string; push: string; type: 'geo' | 'beacon'; points: number }

/** What each push that is on puts on the cards of a template. */
async function carried(db: CabinetDb): Promise<Carried[]> {
  const active = await usesSql.activeOnTemplates(db)
  const points = await countPoints(
    db,
    active.map((one) => one.push),
  )
  return active.map((one) => ({ ...one, points: points.get(one.push) ?? 0 }))
}

const templateIdsOf = (push: sql.PushRow) => push.templates.map((template) => template.id)

/** Cards of its templates carry the points of a push that is on as it is saved now. */
export function showOnCards(db: CabinetDb, push: sql.PushRow): Promise<void> {
  return showPoints(db, { ...push, templateIds: templateIdsOf(push) })
}

/**
 * May the push, as it is saved now, be on cards? Counts behind the lock of the cabinet's row, so that two at the same
 * time cannot both pass.
 */
export async function checkWhole(db: CabinetDb, push: sql.PushRow): Promise<void> {
  const type = push.type
  if (isSentType(type)) throw refuse('wrong_push_type')
  if (!(await activeCertificate(db))) throw refuse('cards_not_active')
  const { geoPoints, beacons } = await pointsOf(db, push.id)
  const own = geoPoints.length + beacons.length
  const missing = [
    push.message.trim() === '' && 'message',
    own === 0 && 'points',
    push.templates.length === 0 && 'templates',
  ].filter((one) => one !== false)
  if (missing.length > 0) throw refuse('push_incomplete', { missing: missing.join() })
  const limit = limitsFrom(await lockLimits(db))[type]
  if (type === 'beacon' && limit === 0) throw refuse('beacon_needs_expert')
  const others = (await carried(db)).filter((one) => one.type === type && one.push !== push.id)
  for (const template of push.templates) {
    const used = others.filter((one) => one.template === template.id).reduce((total, one) => total + one.points, 0)
    if (used + own > limit) throw refuse('point_limit', { limit, template: template.name, total: used + own })
  }
}

export async function setActive(app: App, db: CabinetDb, push: sql.PushRow, isActive: boolean): Promise<void> {
  if (isSentType(push.type)) throw refuse('wrong_push_type')
  if (push.is_active === isActive) return
  if (isActive) await checkWhole(db, push)
  await sql.setActive(db, push.id, isActive, app.clock.now())
  await (isActive ? showOnCards(db, push) : hidePoints(db, push.id))
  await updatePoints(app, db, templateIdsOf(push))
}

export async function pointSettings(app: App, db: CabinetDb) {
  const bot = await readBot(app, db)
  return {
    limits: limitsFrom(await readLimits(db)),
    used: await carried(db),
    map: app.env.map ?? null,
    hasAddressSearch: app.env.geocoder !== undefined,
    telegramBot: bot ? { username: bot.username } : null,
  }
}
