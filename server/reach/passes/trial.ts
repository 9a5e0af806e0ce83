/**
 * A card of a design with a made-up person, for the owner's own phone. No client has it, nothing is stored, phones
 * never ask for it again, and it ends a day later.
 */
import { fillCard, type FilledCard } from '../../../card/fill.ts'
import type { Language } from '../../../contract/limits.ts'
import { say } from '../../../words/say.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refuseAny } from '../../base/refusal.ts'
import { passJson } from '../../engines/wallet/apple/pass-json.ts'
import { activeCertificate, signingOf } from '../../cards/certificates/certificates.ts'
import { findTemplate, type TemplateRow } from '../../cards/templates/templates.ts'
import { variableDefaults } from '../../cards/variables/variables.ts'
import { filePath } from '../../platform/files/files.ts'
import { imagesOf, type Unsigned } from './apple-package.ts'

/** @param endsAt when phones draw it as over */
export type Trial = { templateId: string; values: Readonly<Record<string, string>>; lang: Language; endsAt: Date }

/** @throws Refusal not_found */
export async function trialCard(
  db: CabinetDb,
  { templateId, values }: Pick<Trial, 'templateId' | 'values'>,
): Promise<{ template: TemplateRow; card: FilledCard; values: Record<string, string> }> {
  const template = await findTemplate(db, templateId)
  if (!template) throw refuseAny('not_found')
  const all = { ...(await variableDefaults(db)), ...template.variables, ...values }
  return { template, card: fillCard(template.design, all, (id) => filePath(db.cabinetId, id)), values: all }
}

/** @returns `expired` when no certificate can sign it. @throws Refusal not_found */
export async function trialPackage(app: App, db: CabinetDb, trial: Trial): Promise<Unsigned | 'expired'> {
  const { template, card } = await trialCard(db, trial)
  const certificate = await activeCertificate(db)
  const signing = certificate && (await signingOf(app, db, certificate.id))
  if (!signing || signing.signer.notAfter <= app.clock.now()) return 'expired'
  const json = passJson(signing.signer.isForNfc ? card : { ...card, nfc: null }, {
    passTypeIdentifier: signing.passTypeIdentifier,
    teamIdentifier: signing.teamIdentifier,
    // The same for every try: a phone replaces the card that it has.
    serialNumber: `trial-${template.id}`,
    authenticationToken: app.keys.mac('trial', `${db.cabinetId}|${template.id}`),
    webServiceUrl: null,
    message: null,
    labels: { message: say(trial.lang, 'issuing.card.message'), links: say(trial.lang, 'issuing.card.links') },
    expiresAt: trial.endsAt,
  })
  return { images: await imagesOf(db, template.design), signing, json, modifiedAt: app.clock.now() }
}
