/** The points of a card: those of its template, with the texts filled in for this client. */
import { fillText } from '../../../card/fill.ts'
import { POINT_RADIUS_M } from '../../../contract/limits.ts'
import type { CabinetDb } from '../../base/db.ts'
import { pointsOnTemplate } from '../../cards/places/places.ts'
import type { PassIdentity } from '../../engines/wallet/apple/pass-json.ts'

type ApplePoints = Pick<PassIdentity, 'locations' | 'beacons' | 'maxDistanceM'>

export async function applePoints(
  db: CabinetDb,
  templateId: string,
  values: Readonly<Record<string, string>>,
): Promise<ApplePoints> {
  const { geoPoints, beacons } = await pointsOnTemplate(db, templateId)
  const withText = (text: string) => {
    const relevantText = fillText(text, values).trim()
    return relevantText === '' ? {} : { relevantText }
  }
  return {
    locations: geoPoints.map(({ latitude, longitude, text }) => ({ latitude, longitude, ...withText(text) })),
    beacons: beacons.map(({ uuid, major, minor, text }) => ({
      proximityUUID: uuid.toUpperCase(),
      ...(major !== null && { major }),
      ...(minor !== null && { minor }),
      ...withText(text),
    })),
    maxDistanceM: POINT_RADIUS_M,
  }
}

/** Google takes only coordinates: it has its own texts, and no beacons. */
export async function googlePlaces(
  db: CabinetDb,
  templateId: string,
): Promise<{ latitude: number; longitude: number }[]> {
  return (await pointsOnTemplate(db, templateId)).geoPoints.map(({ latitude, longitude }) => ({ latitude, longitude }))
}
