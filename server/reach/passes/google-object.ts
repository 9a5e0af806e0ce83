/** A client's card as an object at Google Wallet: made when it is asked for, kept equal afterwards. */
import { tagOf } from '../../../words/words.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { Floor } from '../../base/floor.ts'
import { LRU } from '../../base/lru.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { connectGoogle, type GoogleWallet } from '../../engines/wallet/google/client.ts'
import { loyaltyClass, loyaltyObject } from '../../engines/wallet/google/loyalty.ts'
import { saveLink } from '../../engines/wallet/google/save-link.ts'
import { wholeCard, type WholeCard } from './card.ts'
import { googlePlaces } from './card-points.ts'
import * as sql from './sql.ts'

const connections = new WeakMap<Floor, GoogleWallet>()
/** Versions of designs that this process has put; a class that is put twice is the same class. */
const putClasses = new LRU<true>(2000)

export function googleOf(floor: Floor): GoogleWallet {
  let google = connections.get(floor)
  if (!google) {
    const { apiUrl, tokenUrl, clientEmail, privateKeyPem } = floor.outside.google
    google = connectGoogle({ apiUrl, tokenUrl, account: { clientEmail, privateKeyPem } })
    connections.set(floor, google)
  }
  return google
}

const suffix = (id: string) => id.replaceAll('-', '')
export const classIdOf = (floor: Floor, cabinetId: number, templateId: string) => `${floor.outside.google.issuerId}.t${cabinetId}-${suffix(templateId)}`
const objectIdOf = (floor: Floor, cabinetId: number, passId: string) => `${floor.outside.google.issuerId}.p${cabinetId}-${suffix(passId)}`

type Places = Awaited<ReturnType<typeof googlePlaces>>

async function putClass(floor: Floor, cabinetId: number, { template, card, lang }: WholeCard, locations: Places): Promise<string> {
  const classId = classIdOf(floor, cabinetId, template.id)
  const key = `${classId}|${template.version}|${template.points_version}`
  if (!putClasses.get(key)) {
    const { arePlacesLeftOut } = await googleOf(floor).putClass(loyaltyClass(card, {
      classId, issuerName: card.organisation, language: tagOf(lang),
      logoUrl: floor.publicUrl + (card.images.programLogo ?? `/files/plain/${card.colours.background.slice(1)}.png`),
      heroUrl: card.images.hero && floor.publicUrl + card.images.hero, callbackUrl: `${floor.publicUrl}/google/${cabinetId}/callback`,
      locations,
    }))
    if (arePlacesLeftOut) floor.log.warn({ cabinetId, templateId: template.id }, 'Google has not opened places for this issuer: the cards go without them')
    putClasses.set(key, true)
  }
  return classId
}

/**
 * Brings the object to the version of the card, if it is behind. Network calls run outside any transaction.
 * @param options `make` puts the object also when Google has none yet; `notify` asks Google to announce a changed balance
 */
export async function syncGoogle(floor: Floor, cabinetId: number, passId: string, options: { make?: boolean; notify?: boolean } = {}): Promise<void> {
  for (let isOverwritten = false; ; isOverwritten = true) {
    const whole = await openForWork(floor, cabinetId, async (db) => {
      const pass = await sql.passById(db, passId)
      if (!pass || (pass.google_object_id === null && !options.make)) return undefined
      if (pass.google_object_id !== null && pass.google_version >= pass.version && !isOverwritten) return undefined
      return { ...await wholeCard(db, pass), places: await googlePlaces(db, pass.template_id) }
    })
    if (!whole || await putObject(floor, cabinetId, whole, options.notify ?? false)) return
  }
}

/** @returns false when a newer version reached Google before this one, so that it must be put again */
async function putObject(floor: Floor, cabinetId: number, whole: WholeCard & { places: Places }, notify: boolean): Promise<boolean> {
  const { pass, card, client, values } = whole
  const classId = await putClass(floor, cabinetId, whole, whole.places)
  const objectId = objectIdOf(floor, cabinetId, pass.id)
  await googleOf(floor).putObject(
    loyaltyObject(card, { objectId, classId, state: 'ACTIVE', accountId: values.cardnumber, accountName: values.cardholder || client.tel }),
    { known: pass.google_object_id !== null, notify },
  )
  return openForWork(floor, cabinetId, async (db) => await sql.setGoogleObject(db, pass.id, objectId, pass.version) || !(await sql.passById(db, pass.id)))
}

/** Link that opens Google's page with this card; the object is put first, because the link carries ids only. */
export async function googleSaveLink(floor: Floor, cabinetId: number, passId: string): Promise<string> {
  await syncGoogle(floor, cabinetId, passId, { make: true })
  const pass = await openForWork(floor, cabinetId, (db: CabinetDb) => sql.passById(db, passId))
  const { saveUrl, clientEmail, privateKeyPem } = floor.outside.google
  return saveLink({
    saveUrl, account: { clientEmail, privateKeyPem }, objectId: objectIdOf(floor, cabinetId, passId),
    classId: classIdOf(floor, cabinetId, pass?.template_id ?? ''), origins: [floor.publicUrl], now: floor.clock.now(),
  })
}
