/** Geo and iBeacon pushes are on or off instead of sent. What is on stands on every card of its templates. */
import { POINTS_MAX } from '../../../contract/limits.ts'
import { pushes as contract } from '../../../contract/reach/pushes.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { refusals } from '../../base/refusal.ts'
import { lockLimits, readLimits } from '../../platform/cabinets/cabinets.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import { bringPoints } from '../passes/update-cards.ts'
import { carried, type Carried, pointsOf } from '../../cards/places/places.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

/** A tariff may allow more than a phone reads. */
const limitsFrom = (tariff: { geoPoints: number; beacons: number }) => ({
  geo: Math.min(tariff.geoPoints, POINTS_MAX),
  beacon: Math.min(tariff.beacons, POINTS_MAX),
})

export async function checkBeacons(db: CabinetDb, type: sql.PushType): Promise<void> {
  if (type === 'beacon' && limitsFrom(await readLimits(db)).beacon === 0) throw refuse('beacon_needs_expert')
}

/**
 * May the push, as it is saved by now, stand on cards. Counts behind the lock of the cabinet's row, so that two at once
 * cannot both pass.
 */
export async function checkWhole(db: CabinetDb, push: sql.PushRow): Promise<void> {
  const type = push.type
  if (type === 'text') throw refuse('wrong_push_type')
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
  if (push.type === 'text') throw refuse('wrong_push_type')
  if (push.is_active === isActive) return
  if (isActive) await checkWhole(db, push)
  await sql.setActive(db, push.id, isActive, app.clock.now())
  await bringPoints(
    app,
    db,
    push.templates.map((template) => template.id),
  )
}

export async function pointSettings(app: App, db: CabinetDb) {
  const used = (await carried(db)).map(({ template, push, type, points }: Carried) => ({
    template,
    push,
    type,
    points,
  }))
  return { limits: limitsFrom(await readLimits(db)), used, map: app.env.map ?? null }
}
