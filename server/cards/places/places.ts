/**
 * Places and beacons near which a phone shows a card by itself. A push writes them; once it is on, every card of its
 * templates carries them, and the phone decides alone when it is near: nobody here learns where anybody is.
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

/** What cards of a template carry now, each with the text it shows there; variables are still to be filled. */
export async function pointsOnTemplate(db: CabinetDb, templateId: string): Promise<Points> {
  return sorted(await sql.pointsOnTemplate(db, templateId))
}

/** Points that stand on cards now, by push and template. */
export function carried(db: CabinetDb): Promise<sql.Carried[]> {
  return sql.carried(db)
}
export type { Carried } from './sql.ts'
