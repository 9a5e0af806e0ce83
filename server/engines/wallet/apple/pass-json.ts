/**
 * The `pass.json` of a store card, from a filled card and the identity of one issued pass.
 * Apple, "PassKit Package Format" and walletpasses/pass, walletpasses/passfieldcontent (read 2026-11).
 */
import type { FilledCard, FilledField } from '../../../../card/fill.ts'

export type PassIdentity = {
  /** `pass.…`, the UID of the signing certificate. */
  passTypeIdentifier: string
  /** Ten characters, the OU of the signing certificate. */
  teamIdentifier: string
  serialNumber: string
  /** At least 16 characters; it must stay the same for the pass's whole life. */
  authenticationToken: string
  /** Base address of the update service, without `/v1`. Null: the pass never updates. */
  webServiceUrl: string | null
  /**
   * The last text sent to this holder; `sequence` counts this pass's messages from 0. `isSilent`: another pass of the
   * same person announces it.
   */
  message: { text: string; at: Date; sequence: number; isSilent?: boolean } | null
  /** Another pass of the same person announces changes of the fields. */
  isQuiet?: boolean
  /** Labels of the two fields that a design does not name, in the holder's language. */
  labels?: { message: string; links: string }
  /** Best first: a device looks at ten. */
  locations?: { latitude: number; longitude: number; relevantText?: string }[]
  beacons?: { proximityUUID: string; major?: number; minor?: number; relevantText?: string }[]
  /** The radius of a location; a device takes the smaller of this and its own distance for the style, about 100 m. */
  maxDistanceM?: number
  /** After this moment the card is drawn as expired. */
  expiresAt?: Date | null
  /** A card that was taken back: drawn grey and no longer suggested. */
  voided?: boolean
}

export type PassField = {
  key: string
  value: string
  label?: string
  changeMessage?: string
  textAlignment?: 'PKTextAlignmentLeft' | 'PKTextAlignmentRight'
  attributedValue?: string
  dataDetectorTypes?: string[]
}
type PassBarcode = { format: string; message: string; messageEncoding: string; altText?: string }
export type PassJson = {
  formatVersion: 1
  passTypeIdentifier: string
  teamIdentifier: string
  serialNumber: string
  organizationName: string
  description: string
  logoText?: string
  backgroundColor: string
  foregroundColor: string
  labelColor: string
  authenticationToken?: string
  webServiceURL?: string
  expirationDate?: string
  voided?: true
  locations?: NonNullable<PassIdentity['locations']>
  beacons?: NonNullable<PassIdentity['beacons']>
  maxDistance?: number
  barcodes?: PassBarcode[]
  nfc?: { message: string; encryptionPublicKey: string }
  storeCard: Record<
    'headerFields' | 'primaryFields' | 'secondaryFields' | 'auxiliaryFields' | 'backFields',
    PassField[]
  >
}

/** A device reads ten of each and drops the rest. */
const RELEVANCE_MAX = 10
const NFC_MESSAGE_MAX_BYTES = 64
const AUTHENTICATION_TOKEN_MIN = 16
const ZERO_WIDTH_SPACE = '\u200B'

/** @throws RangeError when the authentication token is shorter than Apple allows */
export function passJson(card: FilledCard, identity: PassIdentity): PassJson {
  if (identity.authenticationToken.length < AUTHENTICATION_TOKEN_MIN)
    throw new RangeError('The authentication token is too short')
  const { top, center, left, right } = card.fields
  const front = (key: string, field: FilledField) => frontField(key, field, identity.isQuiet === true)
  const barcodes = barcodesOf(card)
  return {
    formatVersion: 1,
    passTypeIdentifier: identity.passTypeIdentifier,
    teamIdentifier: identity.teamIdentifier,
    serialNumber: identity.serialNumber,
    organizationName: card.organisation,
    description: card.cardName,
    ...(!card.images.logo && { logoText: card.cardName }),
    backgroundColor: rgb(card.colours.background),
    foregroundColor: rgb(card.colours.text),
    labelColor: rgb(card.colours.title),
    ...(identity.webServiceUrl && {
      webServiceURL: identity.webServiceUrl,
      authenticationToken: identity.authenticationToken,
    }),
    ...(identity.expiresAt && { expirationDate: identity.expiresAt.toISOString() }),
    ...(identity.voided && { voided: true as const }),
    ...(identity.locations?.length && { locations: identity.locations.slice(0, RELEVANCE_MAX) }),
    ...(identity.locations?.length && identity.maxDistanceM && { maxDistance: identity.maxDistanceM }),
    ...(identity.beacons?.length && { beacons: identity.beacons.slice(0, RELEVANCE_MAX) }),
    ...(barcodes.length && { barcodes }),
    ...(card.nfc && {
      nfc: { message: cutToBytes(card.nfc.message, NFC_MESSAGE_MAX_BYTES), encryptionPublicKey: card.nfc.publicKey },
    }),
    storeCard: {
      headerFields: top ? [front('top', top)] : [],
      primaryFields: center ? [front('center', center)] : [],
      secondaryFields: [
        ...(left ? [{ ...front('left', left), textAlignment: 'PKTextAlignmentLeft' as const }] : []),
        ...(right ? [{ ...front('right', right), textAlignment: 'PKTextAlignmentRight' as const }] : []),
      ],
      auxiliaryFields: [],
      backFields: [messageField(card, identity), ...card.back.map(backField), ...linksField(card, identity)],
    },
  }
}

function frontField(key: string, { label, value, changeMessage }: FilledField, isQuiet: boolean): PassField {
  return { key, value, ...(label && { label }), ...(changeMessage && !isQuiet && { changeMessage }) }
}

/**
 * A message is shown on the lock screen as the change of this field, so every card has the field from its first version
 * on. An unchanged value shows nothing: an invisible mark on every second message allows the same text twice in a row.
 */
function messageField(card: FilledCard, { message, labels }: PassIdentity): PassField {
  const mark = message && message.sequence % 2 === 1 ? ZERO_WIDTH_SPACE : ''
  return {
    key: 'message',
    label: labels?.message ?? card.organisation,
    value: message ? message.text + mark : '',
    ...(!message?.isSilent && { changeMessage: '%@' }),
    dataDetectorTypes: ['PKDataDetectorTypePhoneNumber', 'PKDataDetectorTypeLink'],
  }
}

function backField({ label, value }: { label: string; value: string }, index: number): PassField {
  return {
    key: `back${index}`,
    label,
    value,
    dataDetectorTypes: ['PKDataDetectorTypePhoneNumber', 'PKDataDetectorTypeLink', 'PKDataDetectorTypeAddress'],
  }
}

/** All links in one field: `attributedValue` only allows anchors; the watch shows the plain value. */
function linksField(card: FilledCard, { labels }: PassIdentity): PassField[] {
  if (card.links.length === 0) return []
  return [
    {
      key: 'links',
      ...(labels?.links && { label: labels.links }),
      value: card.links.map(({ text, uri }) => `${text}: ${uri}`).join('\n'),
      attributedValue: card.links
        .map(({ text, uri }) => `<a href="${escapeHtml(uri)}">${escapeHtml(text)}</a>`)
        .join('\n'),
      dataDetectorTypes: ['PKDataDetectorTypeLink'],
    },
  ]
}

const SQUARE_FORMATS = {
  qr: 'PKBarcodeFormatQR',
  aztec: 'PKBarcodeFormatAztec',
  pdf417: 'PKBarcodeFormatPDF417',
} as const

/** A device draws the first format it supports. QR comes last, because a watch cannot draw Code 128. */
function barcodesOf({ barcode }: FilledCard): PassBarcode[] {
  if (!barcode) return []
  const messageEncoding = isLatin1(barcode.message) ? 'iso-8859-1' : 'utf-8'
  const rest = { message: barcode.message, messageEncoding, ...(barcode.alt && { altText: barcode.alt }) }
  const formats =
    barcode.type === 'code128' ? ['PKBarcodeFormatCode128', 'PKBarcodeFormatQR'] : [SQUARE_FORMATS[barcode.type]]
  return formats.map((format) => ({ format, ...rest }))
}

const isLatin1 = (text: string): boolean => Buffer.from(text, 'latin1').toString('latin1') === text

/** `#1a2b3c` → `rgb(26, 43, 60)`. */
function rgb(hex: string): string {
  const value = Number.parseInt(hex.slice(1), 16)
  return `rgb(${value >> 16}, ${(value >> 8) & 0xff}, ${value & 0xff})`
}

function cutToBytes(text: string, bytes: number): string {
  let cut = ''
  for (const sign of text) {
    if (Buffer.byteLength(cut + sign) > bytes) break
    cut += sign
  }
  return cut
}

function escapeHtml(text: string): string {
  const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (sign) => named[sign] as string)
}
