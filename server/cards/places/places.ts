/**
 * Places and beacons near which a phone shows a card. A push writes them; while it is on, every card of its templates
 * carries them. The phone alone decides when it is near: the server never learns where anybody is.
 */
import type { BeaconTag, GeoPoint } from '../../../contract/cards/places.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as sql from './sql.ts'

export type Points = { geoPoints: GeoPoint[]; beacons: BeaconTag[] }

function sorted(rows: readonly sql.PointRow[]): Points {
  return {
    geoPoints: rows.flatMap(({ name, text, latitude, longitude }) =>
      latitude === null || longitude === null ? [] : [{ name, text, latitude, longitude }],
    ),
    beacons: rows.flatMap(({ name, text, proximity_uuid: uuid, major, minor }) =>
      uuid === null ? [] : [{ name, text, uuid, major, minor }],
    ),
  }
}

/** Points as a push has them. */
export async function pointsOf(db: CabinetDb, pushId: string): Promise<Points> {
  return sorted(await sql.pointsOf(db, pushId))
}

export async function setPoints(db: CabinetDb, pushId: string, { geoPoints, beacons }: Points): Promise<void> {
  const nowhere = { latitude: null, longitude: null, proximity_uuid: null, major: null, minor: null }
  await sql.setPoints(db, pushId, [
    ...geoPoints.map((point) => ({ ...nowhere, ...point })),
    ...beacons.map(({ uuid, ...tag }) => ({ ...nowhere, ...tag, proximity_uuid: uuid })),
  ])
}

/** How many points each of these pushes has; those without any are not in the map. */
export async function countPoints(db: CabinetDb, pushIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  return pushIds.length === 0 ? new Map() : new Map(await sql.countPoints(db, pushIds))
}

/** Puts the points of a push onto the cards of its templates, in place of those it put there before. */
export async function showPoints(db: CabinetDb, push: sql.ShownPush): Promise<void> {
  await sql.hidePoints(db, push.id)
  await sql.showPoints(db, push)
}

/** Takes the points of a push off all cards. */
export function hidePoints(db: CabinetDb, pushId: string): Promise<void> {
  return sql.hidePoints(db, pushId)
}

/**
 * What cards of a template carry now, the points of the oldest push first. A point without its own text has that of its
 * push; variables are not filled in yet.
 */
export async function pointsOnTemplate(db: CabinetDb, templateId: string): Promise<Points> {
  return sorted(await sql.pointsOnTemplate(db, templateId))
}

export { findPlaces, keepPlaces, listPlaces, removePlace, savePlace } from './saved.ts'
export { countPointsOf } from './in-queries.ts'
