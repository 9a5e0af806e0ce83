/** A client's card as an object at Google Wallet: created on request, kept up to date afterwards. */
import { tagOf } from '../../../words/words.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { LRU } from '../../base/lru.ts'
import { slowedBy } from '../../base/rate-limiter.ts'
import { refuseAny } from '../../base/refusal.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { connectGoogle, type GoogleWallet } from '../../engines/wallet/google/client.ts'
import { loyaltyClass, loyaltyObject } from '../../engines/wallet/google/loyalty.ts'
import { GoogleRefused } from '../../engines/wallet/google/refusals.ts'
import { saveLink } from '../../engines/wallet/google/save-link.ts'
import { wholeCard, type WholeCard } from './card.ts'
import { googlePlaces } from './card-points.ts'
import * as googleSql from './google-sql.ts'
import * as sql from './sql.ts'

const connections = new WeakMap<App, GoogleWallet>()
/** Versions of designs that this process has sent to Google; sending a class twice changes nothing. */
const putClasses = new LRU<true>(2000)

export function googleOf(app: App): GoogleWallet {
  let google = connections.get(app)
  if (!google) {
    const { apiUrl, tokenUrl, clientEmail, privateKeyPem } = app.outside.google
    const timing = slowedBy(app.outside.waitFactor ?? 1)
    google = connectGoogle({ apiUrl, tokenUrl, account: { clientEmail, privateKeyPem }, timing })
    connections.set(app, google)
  }
  return google
}

const suffix = (id: string) => id.replaceAll('-', '')
const classIdOf = (issuerId: string, cabinetId: number, templateId: string) =>
  `${issuerId}.t${cabinetId}-${suffix(templateId)}`
const objectIdOf = (issuerId: string, cabinetId: number, passId: string) =>
  `${issuerId}.p${cabinetId}-${suffix(passId)}`

/**
 * The issuer of the installation may change, but a card on a phone stays an object of the issuer that made it: updates
 * and messages of the old one go on, and an object of the new issuer would be a second card.
 */
const issuerOf = (app: App, pass: sql.PassRow): string =>
  pass.google_object_id?.split('.')[0] ?? app.outside.google.issuerId

type Places = Awaited<ReturnType<typeof googlePlaces>>

async function putClass(
  app: App,
  cabinetId: number,
  { pass, template, card, lang }: WholeCard,
  locations: Places,
): Promise<string> {
  const classId = classIdOf(issuerOf(app, pass), cabinetId, template.id)
  const key = `${classId}|${template.version}|${template.points_version}`
  if (!putClasses.get(key)) {
    const { arePlacesLeftOut } = await googleOf(app).putClass(
      loyaltyClass(card, {
        classId,
        issuerName: card.organisation,
        language: tagOf(lang),
        logoUrl: app.publicUrl + (card.images.programLogo ?? `/files/plain/${card.colours.background.slice(1)}.png`),
        heroUrl: card.images.hero && app.publicUrl + card.images.hero,
        callbackUrl: `${app.publicUrl}/google/${cabinetId}/callback`,
        locations,
      }),
    )
    if (arePlacesLeftOut)
      app.log.warn(
        { cabinetId, templateId: template.id },
        'Google has not opened places for this issuer: the cards go without them',
      )
    putClasses.set(key, true)
  }
  return classId
}

/**
 * Updates the object to the version of the card, if it is behind. Network calls run outside any transaction.
 * @param options `make` also creates the object; `notify` asks Google to announce a changed balance
 */
export async function syncGoogle(
  app: App,
  cabinetId: number,
  passId: string,
  options: { make?: boolean; notify?: boolean } = {},
): Promise<void> {
  for (let isOverwritten = false; ; isOverwritten = true) {
    const whole = await openForWork(app, cabinetId, async (db) => {
      const pass = await sql.passById(db, passId)
      if (!pass || (pass.google_object_id === null && !options.make)) return undefined
      if (pass.google_object_id !== null && pass.google_version >= pass.version && !isOverwritten) return undefined
      return { ...(await wholeCard(db, pass)), places: await googlePlaces(db, pass.template_id) }
    })
    if (!whole || (await putObject(app, cabinetId, whole, options.notify ?? false))) return
  }
}

/** @returns false when Google got a newer version before this one, so that it must be sent again */
async function putObject(
  app: App,
  cabinetId: number,
  whole: WholeCard & { places: Places },
  notify: boolean,
): Promise<boolean> {
  const { pass, card, client, values } = whole
  const classId = await putClass(app, cabinetId, whole, whole.places)
  const objectId = pass.google_object_id ?? objectIdOf(app.outside.google.issuerId, cabinetId, pass.id)
  await googleOf(app).putObject(
    loyaltyObject(card, {
      objectId,
      classId,
      // A withdrawn card moves to the passes that are over.
      state: pass.voided_at === null ? 'ACTIVE' : 'INACTIVE',
      accountId: values.cardnumber,
      accountName: values.cardholder || client.tel,
    }),
    { known: pass.google_object_id !== null, notify },
  )
  return openForWork(
    app,
    cabinetId,
    async (db) =>
      (await googleSql.setGoogleObject(db, pass.id, objectId, pass.version)) || !(await sql.passById(db, pass.id)),
  )
}

/**
 * Lets go of an object of another issuer when no phone has it or Google no longer lets us change it: then the card gets
 * one of the present issuer.
 */
async function leaveOldIssuer(app: App, cabinetId: number, passId: string): Promise<void> {
  const pass = await openForWork(app, cabinetId, (db) => sql.passById(db, passId))
  const objectId = pass?.google_object_id
  if (!pass || !objectId || issuerOf(app, pass) === app.outside.google.issuerId) return
  if (pass.google_saved_at !== null && (await canChange(app, objectId))) return
  await openForWork(app, cabinetId, (db) => googleSql.forgetGoogleObject(db, passId, objectId))
}

async function canChange(app: App, objectId: string): Promise<boolean> {
  try {
    return (await googleOf(app).getObject(objectId)) !== null
  } catch (error) {
    if (error instanceof GoogleRefused && error.status === 403) return false
    throw error
  }
}

/**
 * The link to Google's page with this card. The object is sent first, because the link has only ids.
 * @throws Refusal not_found when the card was deleted meanwhile
 */
export async function googleSaveLink(app: App, cabinetId: number, passId: string): Promise<string> {
  await leaveOldIssuer(app, cabinetId, passId)
  await syncGoogle(app, cabinetId, passId, { make: true })
  const pass = await openForWork(app, cabinetId, (db: CabinetDb) => sql.passById(db, passId))
  if (!pass) throw refuseAny('not_found')
  const { saveUrl, clientEmail, privateKeyPem } = app.outside.google
  return saveLink({
    saveUrl,
    account: { clientEmail, privateKeyPem },
    objectId: pass.google_object_id ?? objectIdOf(app.outside.google.issuerId, cabinetId, passId),
    classId: classIdOf(issuerOf(app, pass), cabinetId, pass.template_id),
    origins: [app.publicUrl],
    now: app.clock.now(),
  })
}
