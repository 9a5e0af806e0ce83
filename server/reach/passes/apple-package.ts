/**
 * A client's card as the signed file for iPhones. Images are prepared once per design, keys are opened once per
 * process.
 */
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { say } from '../../../words/say.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { LRU } from '../../base/lru.ts'
import { signingOf, type Signing } from '../../cards/certificates/certificates.ts'
import { readImage } from '../../platform/files/files.ts'
import { buildPassParts } from '../../engines/wallet/apple/build-pass.ts'
import { prepareImages, type PreparedImages } from '../../engines/wallet/apple/images.ts'
import { passJson, type PassJson } from '../../engines/wallet/apple/pass-json.ts'
import { initialOf } from '../../../card/letter.ts'
import { ownLinks } from './addresses.ts'
import { isValid, wholeCard } from './card.ts'
import { applePoints } from './card-points.ts'
import { isQuiet } from './several-sql.ts'
import type { PassRow } from './sql.ts'

/** The media type of a card. */
const PASS_TYPE = 'application/vnd.apple.pkpass'

const preparedImages = new LRU<Promise<PreparedImages>>(300)

export async function imagesOf(
  db: CabinetDb,
  design: { images: Record<string, string | null>; colours: { background: string }; organisation: string },
): Promise<PreparedImages> {
  const { icon = null, logo = null, cover = null } = design.images
  const key = [db.cabinetId, icon, logo, cover, design.colours.background, initialOf(design.organisation)].join('|')
  let prepared = preparedImages.get(key)
  if (!prepared) {
    const [iconBytes, logoBytes, coverBytes] = [
      await bytesOf(db, icon),
      await bytesOf(db, logo),
      await bytesOf(db, cover),
    ]
    const preparing = prepareImages({
      icon: iconBytes,
      logo: logoBytes,
      cover: coverBytes,
      background: design.colours.background,
      organisation: design.organisation,
    })
    preparedImages.set(key, preparing)
    // A failure is not kept: the next request tries again.
    preparing.catch(() => preparedImages.delete(key, preparing))
    prepared = preparing
  }
  return prepared
}

const bytesOf = async (db: CabinetDb, id: string | null) => (id === null ? null : ((await readImage(db, id)) ?? null))

/** The token by which a phone proves that it has the card; derived from the keys, never stored. */
export function authenticationToken(app: App, cabinetId: number, passId: string): string {
  return app.keys.mac('apple-pass', `${cabinetId}|${passId}`)
}

export type Unsigned = { images: PreparedImages; signing: Signing; json: PassJson; modifiedAt: Date }

/**
 * The content of the file. Only reads the database, so that the transaction ends before the signing.
 * @returns `expired` when the certificate has ended: no iPhone would accept the card
 */
export async function readPackage(app: App, db: CabinetDb, pass: PassRow): Promise<Unsigned | 'expired'> {
  const signing = await signingOf(app, db, pass.certificate_id)
  if (signing.signer.notAfter <= app.clock.now()) return 'expired'
  const whole = await wholeCard(db, pass)
  const { template, values, lang, endsAt } = whole
  const card = { ...whole.card, links: [...whole.card.links, ...ownLinks(app, db.cabinetId, whole)] }
  // With NFC data that its certificate does not allow, an iPhone refuses the whole card.
  const json = passJson(signing.signer.isForNfc ? card : { ...card, nfc: null }, {
    passTypeIdentifier: signing.passTypeIdentifier,
    teamIdentifier: signing.teamIdentifier,
    serialNumber: pass.id,
    authenticationToken: authenticationToken(app, db.cabinetId, pass.id),
    webServiceUrl: `${app.publicUrl}/apple/${db.cabinetId}`,
    voided: !isValid(pass),
    expiresAt: endsAt,
    message: pass.message_at
      ? {
          text: pass.message,
          at: pass.message_at,
          sequence: pass.message_number,
          isSilent: pass.is_message_silent,
        }
      : null,
    isQuiet: await isQuiet(db, pass),
    labels: { message: say(lang, 'issuing.card.message'), links: say(lang, 'issuing.card.links') },
    ...(await applePoints(db, template.id, values)),
  })
  return { images: await imagesOf(db, template.design), signing, json, modifiedAt: pass.modified_at }
}

/** Signs and streams the file: joining a quarter of a megabyte per card costs half as much as the signature. */
export async function sendPackage(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  unsigned: Unsigned,
): Promise<FastifyReply> {
  const parts = await buildPassParts(unsigned.images, unsigned.signing.signer, unsigned.json, app.clock.now())
  reply
    .type(PASS_TYPE)
    .header('cache-control', 'no-store')
    .header('last-modified', unsigned.modifiedAt.toUTCString())
    .header(
      'content-length',
      parts.reduce((total, part) => total + part.length, 0),
    )
    .hijack()
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  if (request.method === 'HEAD') reply.raw.end()
  else {
    reply.raw.cork()
    for (const part of parts) reply.raw.write(part)
    reply.raw.end()
  }
  return reply
}
