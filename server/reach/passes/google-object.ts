/** A client's card as an object at Google Wallet: created on request, kept up to date afterwards. */
import { z } from 'zod'
import { tagOf } from '../../../words/words.ts'
import { fillCard } from '../../../card/fill.ts'
import { letterPath } from '../../../card/letter.ts'
import type { Review } from '../../../contract/cards/issuers.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { sha256 } from '../../base/crypto.ts'
import { LRU } from '../../base/lru.ts'
import { slowedBy } from '../../base/rate-limiter.ts'
import { refuseAny } from '../../base/refusal.ts'
import { type IssuerAccess, issuerAccess, presentIssuer } from '../../cards/issuers/issuers.ts'
import { findTemplate, templateNames } from '../../cards/templates/templates.ts'
import { variableDefaults } from '../../cards/variables/variables.ts'
import { phoneOf } from '../../people/clients/clients.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { filePath } from '../../platform/files/files.ts'
import { connectGoogle, type GoogleWallet } from '../../engines/wallet/google/client.ts'
import { loyaltyClass, loyaltyObject } from '../../engines/wallet/google/loyalty.ts'
import { GoogleRefused } from '../../engines/wallet/google/refusals.ts'
import { saveLink } from '../../engines/wallet/google/save-link.ts'
import { ownLinks } from './addresses.ts'
import { wholeCard, type WholeCard } from './card.ts'
import { googlePlaces } from './card-points.ts'
import * as googleSql from './google-sql.ts'
import { isQuiet } from './several-sql.ts'
import * as sql from './sql.ts'
import { type Trial, trialCard } from './trial.ts'

const CONNECTIONS_MAX = 500
const connections = new WeakMap<App, LRU<GoogleWallet>>()
/** Versions of designs that this process has sent to Google; sending a class twice changes nothing. */
const putClasses = new LRU<true>(2000)

/** The connection of a service account, with its token and its rate limit. */
export function googleOf(app: App, { clientEmail, privateKeyPem }: Omit<IssuerAccess, 'issuerId'>): GoogleWallet {
  const all = connections.get(app) ?? new LRU<GoogleWallet>(CONNECTIONS_MAX)
  connections.set(app, all)
  const key = `${clientEmail}|${sha256(privateKeyPem).toString('base64')}`
  const known = all.get(key)
  if (known) return known
  const { apiUrl, tokenUrl } = app.outside.google
  const timing = slowedBy(app.outside.waitFactor ?? 1)
  const google = connectGoogle({ apiUrl, tokenUrl, account: { clientEmail, privateKeyPem }, timing })
  all.set(key, google)
  return google
}

const issuerIdOf = (objectId: string): string => objectId.split('.')[0] ?? ''

/** The connection to the issuer of a card. */
export async function googleOfObject(app: App, cabinetId: number, objectId: string): Promise<GoogleWallet> {
  const issuerId = issuerIdOf(objectId)
  // Most cards are of the operator's issuer: no question to the database.
  if (issuerId === app.outside.google.issuerId) return googleOf(app, app.outside.google)
  return googleOf(app, await openForWork(app, cabinetId, (db) => issuerAccess(app, db, issuerId)))
}

const suffix = (id: string) => id.replaceAll('-', '')
const classIdOf = (issuerId: string, cabinetId: number, templateId: string) =>
  `${issuerId}.t${cabinetId}-${suffix(templateId)}`
export const objectIdOf = (issuerId: string, cabinetId: number, passId: string) =>
  `${issuerId}.p${cabinetId}-${suffix(passId)}`

/**
 * The issuer may change, but a card on a phone stays an object of the issuer that made it: updates and messages of the
 * old one go on, and an object of the new issuer would be a second card.
 */
const issuerOf = (app: App, db: CabinetDb, pass: sql.PassRow): Promise<IssuerAccess> =>
  pass.google_object_id === null ? presentIssuer(app, db) : issuerAccess(app, db, issuerIdOf(pass.google_object_id))

type Places = Awaited<ReturnType<typeof googlePlaces>>

async function putClass(
  app: App,
  cabinetId: number,
  { template, card, lang }: Pick<WholeCard, 'template' | 'card' | 'lang'>,
  issuer: IssuerAccess,
  locations: Places,
): Promise<string> {
  const classId = classIdOf(issuer.issuerId, cabinetId, template.id)
  const key = `${classId}|${template.version}|${template.points_version}`
  if (!putClasses.get(key)) {
    const { arePlacesLeftOut } = await googleOf(app, issuer).putClass(
      loyaltyClass(card, {
        classId,
        issuerName: card.organisation,
        language: tagOf(lang),
        logoUrl: app.publicUrl + (card.images.programLogo ?? letterPath(card.organisation, card.colours.background)),
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
 * @param options `make` also creates the object; `notify` asks Google to announce a changed balance; `isLost`: Google
 * does not know the object, whatever version it was sent
 */
export async function syncGoogle(
  app: App,
  cabinetId: number,
  passId: string,
  options: { make?: boolean; notify?: boolean; isLost?: boolean } = {},
): Promise<void> {
  for (let isOverwritten = options.isLost === true; ; isOverwritten = true) {
    const whole = await openForWork(app, cabinetId, async (db) => {
      const pass = await sql.passById(db, passId)
      if (!pass || (pass.google_object_id === null && !options.make)) return undefined
      if (pass.google_object_id !== null && pass.google_version >= pass.version && !isOverwritten) return undefined
      const issuer = await issuerOf(app, db, pass)
      const places = await googlePlaces(db, pass.template_id)
      return { ...(await wholeCard(db, pass)), issuer, places, isQuiet: await isQuiet(db, pass) }
    })
    if (!whole || (await putObject(app, cabinetId, whole, options.notify === true && !whole.isQuiet))) return
  }
}

/** @returns false when Google got a newer version before this one, so that it must be sent again */
async function putObject(
  app: App,
  cabinetId: number,
  whole: WholeCard & { issuer: IssuerAccess; places: Places },
  notify: boolean,
): Promise<boolean> {
  const { pass, card, client, values, issuer, endsAt } = whole
  const classId = await putClass(app, cabinetId, whole, issuer, whole.places)
  const objectId = pass.google_object_id ?? objectIdOf(issuer.issuerId, cabinetId, pass.id)
  await googleOf(app, issuer).putObject(
    loyaltyObject(card, {
      objectId,
      classId,
      // A withdrawn card moves to the passes that are over, as one whose last day has passed.
      state: pass.voided_at !== null ? 'INACTIVE' : pass.ended_at !== null ? 'EXPIRED' : 'ACTIVE',
      endsAt,
      accountId: values.cardnumber,
      accountName: values.cardholder || phoneOf(client),
      links: ownLinks(app, cabinetId, whole),
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
  const found = await openForWork(app, cabinetId, async (db) => ({
    pass: await sql.passById(db, passId),
    present: await presentIssuer(app, db),
  }))
  const { pass, present } = found
  const objectId = pass?.google_object_id
  if (!pass || !objectId || issuerIdOf(objectId) === present.issuerId) return
  if (pass.google_saved_at !== null && (await canChange(app, cabinetId, objectId))) return
  await openForWork(app, cabinetId, (db) => googleSql.forgetGoogleObject(db, passId, objectId))
}

async function canChange(app: App, cabinetId: number, objectId: string): Promise<boolean> {
  try {
    return (await (await googleOfObject(app, cabinetId, objectId)).getObject(objectId)) !== null
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
  const found = await openForWork(app, cabinetId, async (db) => {
    const pass = await sql.passById(db, passId)
    return pass && { pass, issuer: await issuerOf(app, db, pass) }
  })
  if (!found) throw refuseAny('not_found')
  const { pass, issuer } = found
  return saveLink({
    saveUrl: app.outside.google.saveUrl,
    account: issuer,
    objectId: pass.google_object_id ?? objectIdOf(issuer.issuerId, cabinetId, passId),
    classId: classIdOf(issuer.issuerId, cabinetId, pass.template_id),
    origins: [app.publicUrl],
    now: app.clock.now(),
  })
}

/** The link to Google's page with a card of a design that no client has. @throws Refusal not_found */
export async function trialSaveLink(app: App, cabinetId: number, trial: Trial): Promise<string> {
  const { issuer, places, ...whole } = await openForWork(app, cabinetId, async (db) => ({
    ...(await trialCard(db, trial)),
    issuer: await presentIssuer(app, db),
    places: await googlePlaces(db, trial.templateId),
  }))
  const { card, values, template } = whole
  const classId = await putClass(app, cabinetId, { template, card, lang: trial.lang }, issuer, places)
  const objectId = `${issuer.issuerId}.try${cabinetId}-${suffix(template.id)}`
  const facts = { accountId: values.cardnumber, accountName: values.cardholder, endsAt: trial.endsAt }
  await googleOf(app, issuer).putObject(loyaltyObject(card, { objectId, classId, state: 'ACTIVE', ...facts }), {
    known: false,
    notify: false,
  })
  const { saveUrl } = app.outside.google
  return saveLink({ saveUrl, account: issuer, objectId, classId, origins: [app.publicUrl], now: app.clock.now() })
}

const REVIEWS: Readonly<Record<string, Review>> = {
  approved: 'approved',
  underreview: 'under_review',
  rejected: 'rejected',
  draft: 'draft',
}

export type Reviewed = { review: Review | null; reason: string }

/** Free text of Google: one line, and no longer than a notice can be. */
const Comments = z.object({ comments: z.string().transform((text) => text.replace(/\s+/g, ' ').trim().slice(0, 300)) })

/**
 * Sends a design to Google under this issuer, and asks what Google thinks of it.
 * @returns `review` null when there is no design yet, or Google does not say; `reason`: what Google wrote about it
 */
export async function reviewDesign(app: App, cabinetId: number, issuer: IssuerAccess): Promise<Reviewed> {
  const design = await openForWork(app, cabinetId, async (db) => {
    const shown = (await templateNames(db)).find((one) => one.is_default)
    const template = shown && (await findTemplate(db, shown.id))
    if (!template) return undefined
    const values = { ...(await variableDefaults(db)), ...template.variables }
    const card = fillCard(template.design, values, (fileId) => filePath(cabinetId, fileId))
    return { template, card, places: await googlePlaces(db, template.id) }
  })
  if (!design) return { review: null, reason: '' }
  const classId = await putClass(app, cabinetId, { ...design, lang: 'en' }, issuer, design.places)
  const { reviewStatus: status, review } = (await googleOf(app, issuer).getClass(classId)) ?? {}
  return {
    review: typeof status === 'string' ? (REVIEWS[status.replaceAll('_', '').toLowerCase()] ?? null) : null,
    reason: Comments.safeParse(review).data?.comments ?? '',
  }
}
