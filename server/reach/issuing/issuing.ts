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
import { bulkRoute } from '../../people/verification/verification.ts'
import { type Code, giveToKnown, readCode, readOffers, readUses, welcomeOfNew } from '../marketplace/marketplace.ts'
import { issueCardOfDesign, type PassRow } from '../passes/passes.ts'
import { endPreorder, keepPreorder, promisedDay, whoReserved } from '../preorders/preorders.ts'
import { sendOwnCard } from './jobs.ts'
import { faultOfConsent } from './terms.ts'

export { handOver } from './hand-over.ts'
export { trialAddress } from './trial.ts'

export type Submission = {
  raw: Readonly<Record<string, string>>
  token: string
  /** Its page was sent before, as far as the process knows. */
  isSentAgain?: boolean
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
  | { kind: 'kept'; clientId: string; phone: string; email: string; isBySms: boolean; expectedOn: string | null }
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

/** The field into which a visitor types a code. A code from a link or a list is not the visitor's mistake. */
const typedCode = (fields: readonly FormField[]): FormField | undefined =>
  fields.find((field) => field.active && field.variableName === 'promo' && field.type !== 'list' && !field.isHidden)

type Faults = ReturnType<typeof readEntries>['faults']

/** A wrong code is shown to a visitor who typed it. */
function faultsOfCode(code: Code, fields: readonly FormField[], sentence: (code: string) => string): Faults {
  const key = code.kind === 'unknown' ? typedCode(fields)?.key : undefined
  return key === undefined ? {} : { [key]: { code: 'promo_unknown', message: sentence('promo_unknown') } }
}

/** The values of a submission and its faults, but for that of its code. */
function readFilled(
  settings: FormSettings,
  submission: Submission,
  now: Date,
  sentence: (code: string) => string,
): ReturnType<typeof readEntries> {
  const { values, faults } = readEntries(settings.fields, submission.raw, now, sentence)
  const consentFault = faultOfConsent(settings.agreement, submission)
  if (consentFault) faults.agree = { code: consentFault, message: sentence(consentFault) }
  return { values, faults }
}

/** The values of a submission, and all its faults. */
export async function readSubmission(
  db: CabinetDb,
  settings: FormSettings,
  submission: Submission,
  now: Date,
  sentence: (code: string) => string,
): Promise<ReturnType<typeof readEntries>> {
  const { values, faults } = readFilled(settings, submission, now, sentence)
  const code = await readCode(db, values.promo ?? '', now)
  return { values, faults: { ...faults, ...faultsOfCode(code, settings.fields, sentence) } }
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

type NewCard = { templateId: string; isUnproven: boolean; certificate: { id: string } | undefined }

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

type Kept = Pick<Extract<Outcome, { kind: 'kept' }>, 'isBySms' | 'expectedOn'>

/**
 * What needs no other's answer is asked together: a client costs two trips to the database and the commit.
 * @param submission `mayWrite`: fails where nothing may be written, and is waited for together with what is read
 */
export async function issueCard(
  app: App,
  db: CabinetDb,
  form: StoredForm,
  submission: Submission & { areCardsGiven: boolean; mayWrite?: Promise<void> | undefined },
  sentence: (code: string) => string,
): Promise<Outcome> {
  const { settings, template_id: templateId } = form
  const now = app.clock.now()
  const { values, faults } = readFilled(settings, submission, now, sentence)
  if (Object.keys(faults).length > 0) {
    const all = await readSubmission(db, settings, submission, now, sentence)
    return { kind: 'faults', faults: all.faults }
  }
  const { tel: phone = '', email = '', promo = '' } = values
  const isUnproven = (tel: string) => !settings.smsCheck && tel !== ''
  let { areCardsGiven } = submission
  let code: Code = { kind: 'none' }
  let wrongCode: Faults = {}
  let uses: Awaited<ReturnType<typeof readUses>> = []
  let reserved: ReadonlySet<string> = new Set()
  let certificate: Awaited<ReturnType<typeof activeCertificate>>
  let card: { pass: PassRow; isNew: boolean } | undefined
  let kept: Kept | undefined
  const keep = async (clientId: string, isOwnAddress: boolean): Promise<void> => {
    const preorder = keepPreorder(app, db, { clientId, templateId, email: isOwnAddress ? values.email : undefined })
    const way = phone === '' ? null : bulkRoute(db)
    const [, expectedOn, route] = await Promise.all([preorder, promisedDay(app, db), way])
    kept = { expectedOn, isBySms: route?.canReach(phone) ?? false }
  }
  const found = await saveFilledForm(app, db, {
    values,
    templateId,
    formId: form.id,
    lang: submission.lang,
    token: submission.token,
    isSentAgain: submission.isSentAgain ?? false,
    proof: submission.proof,
    utm: submission.utm,
    linkId: submission.linkId,
    consent: settings.agreement.enabled ? { text: settings.agreement.text, ip: submission.ip } : null,
    async ahead() {
      const [{ cards }, offers, active] = await Promise.all([
        readLimits(db),
        readOffers(db, promo, now),
        activeCertificate(db),
        submission.mayWrite,
      ])
      certificate = active
      ;({ code } = offers)
      wrongCode = faultsOfCode(code, settings.fields, sentence)
      if (Object.keys(wrongCode).length > 0) return 'refused'
      areCardsGiven &&= certificate !== undefined && now < certificate.expires_at
      const { bonuses, record } = welcomeOfNew(app, db, { ...offers, phone }, now)
      return {
        bonuses,
        async besideRow(client) {
          const isOwn = isUnproven(phone)
          const given = areCardsGiven && issueNewCard(app, db, client, { templateId, isUnproven: isOwn, certificate })
          const counted = countNewClient(app, db, { formId: form.id, ip: submission.ip, cards })
          const [pass] = await Promise.all([given, counted, record(client.id), areCardsGiven || keep(client.id, true)])
          if (pass) card = { pass, isNew: true }
        },
      }
    },
    async readKnown(people) {
      ;[uses, reserved] = await Promise.all([promo === '' ? [] : readUses(db, people), whoReserved(db, people)])
    },
    async besideKnown(client, cards) {
      const given = giveToKnown(app, db, { client, cards, uses }, code, now)
      const issued = areCardsGiven && issueCardOfDesign(app, db, client, templateId, { certificate, cards })
      const [, own] = await Promise.all([
        given,
        issued,
        areCardsGiven
          ? reserved.has(client.id) && endPreorder(app, db, client.id, templateId)
          : keep(client.id, settings.smsCheck),
      ])
      if (own) card = own
    },
  })
  if (found === 'refused') return { kind: 'faults', faults: wrongCode }
  if (found === 'full') return { kind: 'full' }
  const { client, isNew, isKnown } = found
  if (kept) return { kind: 'kept', clientId: client.id, phone, email, ...kept }
  if (!card) throw new Error('a filled form gave neither a card nor a preorder')
  return {
    kind: 'issued',
    pass: card.pass,
    isKnown: isKnown && !card.isNew,
    isUnproven: !isKnown && isUnproven(isNew ? phone : phoneOf(client)),
  }
}
