/** From a filled form to a card: checks every entry, finds or makes the client, issues the card; all or nothing. */
import type { FormField, FormSettings } from '../../../contract/people/forms.ts'
import type { Language } from '../../../contract/limits.ts'
import { DAY_MS } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { networkOf } from '../../base/network.ts'
import { countTryAtCommit } from '../../base/tries.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import { readLimits } from '../../platform/cabinets/cabinets.ts'
import { readEntry } from '../../people/forms/entry.ts'
import type { Utm } from '../../people/growth/growth.ts'
import type { StoredForm } from '../../people/forms/forms.ts'
import { phoneOf } from '../../people/clients/clients.ts'
import { type PhoneProof, saveFilledForm } from '../holders/holders.ts'
import { type Code, giveBonuses, readCode, welcomeForAll, welcomeOfNew } from '../marketplace/marketplace.ts'
import { issueCardOfDesign, type PassRow } from '../passes/passes.ts'
import { endPreorder, keepPreorder, promisedDay } from '../preorders/preorders.ts'
import { sendOwnCard } from './jobs.ts'
import { faultOfConsent } from './terms.ts'

export { handOver } from './hand-over.ts'
export { trialAddress } from './trial.ts'

export type Submission = {
  raw: Readonly<Record<string, string>>
  token: string
  hasAgreed: boolean
  /** The wording that the page showed; undefined for a page of a version before. */
  terms?: string | undefined
  lang: Language
  ip: string
  proof: PhoneProof
  /** What the link of the form carried. */
  utm: Utm | null
  /** The named link by which the visitor came. */
  linkId?: string | undefined
}
export type Outcome =
  | { kind: 'faults'; faults: Record<string, { code: string; message: string }> }
  | { kind: 'full' }
  /** No cards are given now: it comes later, as a link. The same for a known and an unknown client. */
  | { kind: 'kept'; clientId: string; phone: string; email: string; expectedOn: string | null }
  /** `isKnown`: the visitor had this card before. `isUnproven`: a number was typed that may be another client's. */
  | { kind: 'issued'; pass: PassRow; isKnown: boolean; isUnproven: boolean }

/** A list field names the sexes in the business's own words; the client's column has two values. */
const SEXES: readonly (readonly [RegExp, 'male' | 'female'])[] = [
  [/^(female|woman|f|w|žena|ženský|ž|weiblich|frau|женский|женщина|жен|ж)\.?$/i, 'female'],
  [/^(male|man|m|muž|mužský|männlich|mann|herr|мужской|мужчина|муж|м)\.?$/i, 'male'],
]

function valueFor(field: FormField, value: string): string {
  return field.variableName === 'sex' ? (SEXES.find(([pattern]) => pattern.test(value))?.[1] ?? '') : value
}

/** All faults, by field key; a field's own message replaces ours. */
export function readEntries(
  fields: readonly FormField[],
  raw: Readonly<Record<string, string>>,
  now: Date,
  sentence: (code: string) => string,
) {
  const values: Record<string, string> = {}
  const faults: Record<string, { code: string; message: string }> = {}
  for (const field of fields.filter((one) => one.active)) {
    const entry = readEntry(field, raw, now)
    if ('fault' in entry)
      faults[field.key] = { code: entry.fault, message: field.errorMessage || sentence(entry.fault) }
    else values[field.variableName] = valueFor(field, entry.value)
  }
  return { values, faults }
}

/** A wrong code is shown to a visitor who typed it. A code from a link or a list is not the visitor's mistake. */
async function codeOf(
  db: CabinetDb,
  fields: readonly FormField[],
  values: Readonly<Record<string, string>>,
  now: Date,
): Promise<{ code: Code; wrongKey: string | undefined }> {
  const code = await readCode(db, values.promo ?? '', now)
  const typed = fields.find(
    (field) => field.active && field.variableName === 'promo' && field.type !== 'list' && !field.isHidden,
  )
  return { code, wrongKey: code.kind === 'unknown' ? typed?.key : undefined }
}

/** The values of a submission, its promo code, and all its faults. */
export async function readSubmission(
  db: CabinetDb,
  settings: FormSettings,
  submission: Submission,
  now: Date,
  sentence: (code: string) => string,
) {
  const { values, faults } = readEntries(settings.fields, submission.raw, now, sentence)
  const consentFault = faultOfConsent(settings.agreement, submission)
  if (consentFault) faults.agree = { code: consentFault, message: sentence(consentFault) }
  const { code, wrongKey } = await codeOf(db, settings.fields, values, now)
  if (wrongKey !== undefined) faults[wrongKey] = { code: 'promo_unknown', message: sentence('promo_unknown') }
  return { values, faults, code }
}

/**
 * Through one form one address makes a part of the plan's clients a day, so that a stranger cannot use up the cards of
 * a business. It is counted with the client, who is refused by it: neither is then left.
 */
function countNewClient(
  app: App,
  db: CabinetDb,
  { formId, ip, cards }: { formId: string; ip: string; cards: number },
): Promise<void> {
  const max = Math.max(1, Math.ceil((cards * app.env.cardsPerAddressPercent) / 100))
  const key = `form-client|${formId}|${networkOf(ip)}`
  return countTryAtCommit(db.tx, key, { max, windowMs: DAY_MS }, app.clock.now())
}

type NewCard = { templateId: string; isUnproven: boolean; certificate?: { id: string } | undefined }

/** The card of a client whom the form makes; who only typed a number gets it there, too. */
async function issueNewCard(
  app: App,
  db: CabinetDb,
  client: { id: string; template_id: string },
  { templateId, isUnproven, certificate }: NewCard,
): Promise<PassRow> {
  const [{ pass }] = await Promise.all([
    issueCardOfDesign(app, db, client, templateId, { isNew: true, certificate }),
    isUnproven && app.jobs.enqueue(db.tx, sendOwnCard, { cabinetId: db.cabinetId, clientId: client.id }),
  ])
  return pass
}

/**
 * What needs no other's answer is asked together: a new client costs two trips to the database and the commit.
 * @param submission `mayWrite`: fails where nothing may be written, and is waited for together with what is read
 */
export async function issueCard(
  app: App,
  db: CabinetDb,
  form: StoredForm,
  submission: Submission & { areCardsGiven: boolean; mayWrite?: Promise<void> | undefined },
  sentence: (code: string) => string,
): Promise<Outcome> {
  const { settings } = form
  const now = app.clock.now()
  const { values, faults, code } = await readSubmission(db, settings, submission, now, sentence)
  if (Object.keys(faults).length > 0) return { kind: 'faults', faults }
  let { areCardsGiven } = submission
  let card: Promise<PassRow> | undefined
  const isUnproven = (tel: string) => !settings.smsCheck && tel !== ''
  const newCard = { templateId: form.template_id, isUnproven: isUnproven(values.tel ?? '') }
  const found = await saveFilledForm(app, db, {
    values,
    templateId: form.template_id,
    formId: form.id,
    lang: submission.lang,
    token: submission.token,
    proof: submission.proof,
    utm: submission.utm,
    linkId: submission.linkId,
    consent: settings.agreement.enabled ? { text: settings.agreement.text, ip: submission.ip } : null,
    async forNew() {
      const [{ cards }, forAll, certificate] = await Promise.all([
        readLimits(db),
        welcomeForAll(db, now),
        activeCertificate(db),
        submission.mayWrite,
      ])
      areCardsGiven &&= certificate !== undefined && now < certificate.expires_at
      const { bonuses, record } = welcomeOfNew(db, { phone: values.tel ?? '', code, forAll }, now)
      return {
        bonuses,
        besideRow(client) {
          const counted = countNewClient(app, db, { formId: form.id, ip: submission.ip, cards })
          // What a friend brings comes first: it would change a card that is there.
          if (areCardsGiven && code.kind !== 'referral')
            card = issueNewCard(app, db, client, { ...newCard, certificate })
          return Promise.all([counted, record(client.id), card])
        },
      }
    },
  })
  if (found === 'full') return { kind: 'full' }
  if (!found.isNew || code.kind === 'referral')
    await giveBonuses(app, db, { client: found.client, isNew: found.isNew, code }, now)
  if (!areCardsGiven) {
    const isOwnAddress = found.isNew || settings.smsCheck
    await keepPreorder(app, db, {
      clientId: found.client.id,
      templateId: form.template_id,
      email: isOwnAddress ? values.email : undefined,
    })
    const { tel: phone = '', email = '' } = values
    return { kind: 'kept', clientId: found.client.id, phone, email, expectedOn: await promisedDay(app, db) }
  }
  if (found.isNew) {
    const pass = await (card ?? issueNewCard(app, db, found.client, newCard))
    return { kind: 'issued', pass, isKnown: false, isUnproven: newCard.isUnproven }
  }
  const { pass, isNew } = await issueCardOfDesign(app, db, found.client, form.template_id)
  await endPreorder(app, db, found.client.id, form.template_id)
  return {
    kind: 'issued',
    pass,
    isKnown: found.isKnown && !isNew,
    isUnproven: !found.isKnown && isUnproven(phoneOf(found.client)),
  }
}
