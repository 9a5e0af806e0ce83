/**
 * What Google checks in a class or an object before it accepts it. Messages follow Google's wording where it is known.
 */
import { GoogleError } from './answers.ts'
import { isFieldPath } from './published-fields.ts'
import type { GoogleWalletState, Resource } from './state.ts'

const ID = /^(\d{1,25})\.[A-Za-z0-9._-]{1,200}$/
const REVIEW = ['UNDER_REVIEW', 'underReview', 'DRAFT', 'draft', 'APPROVED', 'approved', 'REJECTED', 'rejected']
const STATES = ['ACTIVE', 'active', 'INACTIVE', 'inactive', 'EXPIRED', 'expired', 'COMPLETED', 'completed']
const BARCODES = [
  'AZTEC',
  'CODE_39',
  'CODE_128',
  'CODABAR',
  'DATA_MATRIX',
  'EAN_8',
  'EAN_13',
  'ITF_14',
  'PDF_417',
  'QR_CODE',
  'UPC_A',
  'TEXT_ONLY',
  'qrCode',
  'code128',
]

const HOLDERS = [
  'MULTIPLE_HOLDERS',
  'multipleHolders',
  'ONE_USER_ALL_DEVICES',
  'oneUserAllDevices',
  'ONE_USER_ONE_DEVICE',
  'oneUserOneDevice',
]
const ROWS_MAX = 3

const invalid = (message: string) => new GoogleError(400, 'invalidResource', message)

export function issuerIdOf(id: unknown): string {
  const issuerId = typeof id === 'string' ? ID.exec(id)?.[1] : undefined
  if (!issuerId) throw invalid(`Invalid resource ID: ${String(id).slice(0, 100)}`)
  return issuerId
}

export function checkClass(body: Resource, before: Resource | undefined): void {
  requireText(body, 'issuerName', 20)
  requireText(body, 'programName', 20)
  if (!body['programLogo']) throw invalid('programLogo is required')
  checkImages(body, ['programLogo', 'heroImage', 'wideProgramLogo'])
  const review = oneOf(body, 'reviewStatus', REVIEW)
  if (before && /draft/i.test(review) && !/draft/i.test(String(before['reviewStatus']))) {
    throw invalid('Invalid review status transition: an approved class cannot be set back to draft')
  }
  const colour = body['hexBackgroundColor']
  if (colour !== undefined && !matches(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, colour))
    throw invalid('Invalid hexBackgroundColor')
  const callback = body['callbackOptions'] as { url?: unknown } | undefined
  if (callback !== undefined && !isHttp(callback.url)) throw invalid('Invalid callbackOptions.url')
  if (body['multipleDevicesAndHoldersAllowedStatus'] !== undefined)
    oneOf(body, 'multipleDevicesAndHoldersAllowedStatus', HOLDERS)
  checkRows(body)
  checkShared(body)
}

/** The rows of the card's front: each item names fields of the class or the object. */
function checkRows(body: Resource): void {
  const template = body['classTemplateInfo'] as
    | { cardTemplateOverride?: { cardRowTemplateInfos?: unknown[] } }
    | undefined
  const rows = template?.cardTemplateOverride?.cardRowTemplateInfos ?? []
  if (rows.length > ROWS_MAX) throw invalid('At most three rows are allowed in cardTemplateOverride')
  const text = JSON.stringify(rows)
  for (const [, path = ''] of text.matchAll(/"fieldPath":"([^"]*)"/g))
    if (!isFieldPath(path)) throw invalid(`Invalid field path: ${path.slice(0, 100)}`)
}

export function checkObject(body: Resource, state: GoogleWalletState): void {
  const owner = state.classes[String(body['classId'])]
  if (!owner) throw new GoogleError(404, 'classNotFound', `Class ${String(body['classId'])} not found`)
  if (/draft/i.test(String(owner['reviewStatus']))) throw invalid('Class is in draft: objects cannot be created')
  if (issuerIdOf(body.id) !== issuerIdOf(body['classId'])) throw invalid('Object and class have different issuers')
  oneOf(body, 'state', STATES)
  atMost(body, 'accountId', 20)
  atMost(body, 'accountName', 20)
  const barcode = body['barcode'] as { type?: unknown; value?: unknown } | undefined
  if (barcode) {
    if (!BARCODES.includes(String(barcode.type))) throw invalid('Invalid barcode type')
    if (typeof barcode.value !== 'string' || barcode.value === '') throw invalid('Barcode value is required')
    if (/^code_?128$/i.test(String(barcode.type)) && !/^[\x20-\x7e]+$/.test(barcode.value))
      throw invalid('Invalid barcode value: a phone cannot draw it as Code 128')
  }
  const points = body['loyaltyPoints'] as { balance?: { int?: unknown } } | undefined
  if (points && Object.keys(points.balance ?? {}).length !== 1)
    throw invalid('loyaltyPoints.balance must have exactly one value')
  if (points?.balance?.int !== undefined && !Number.isInteger(Number(points.balance.int)))
    throw invalid('Invalid value at loyaltyPoints.balance.int')
  checkImages(body, ['heroImage'])
  checkShared(body)
}

function checkShared(body: Resource): void {
  checkList(body, 'messages', 10)
  for (const { latitude, longitude } of checkList(body, 'merchantLocations', 10) as Record<string, unknown>[])
    if (!(Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180)) throw invalid('Invalid location')
  for (const module of checkList(body, 'textModulesData', 100) as { id?: unknown }[]) {
    if (module.id !== undefined && !matches(/^[\w.-]+$/, module.id)) throw invalid('Invalid textModulesData id')
  }
  const uris = (body['linksModuleData'] as { uris?: { uri?: unknown }[] } | undefined)?.uris ?? []
  for (const { uri } of uris) {
    if (typeof uri !== 'string' || !(isHttp(uri) || /^(tel:\S|mailto:\S+@\S)/i.test(uri)) || /\s/.test(uri))
      throw invalid('Invalid URI in linksModuleData')
  }
}

function checkList(body: Resource, field: string, max: number): unknown[] {
  const list = body[field]
  if (list === undefined) return []
  if (!Array.isArray(list)) throw invalid(`${field} must be a list`)
  if (list.length > max) throw invalid(`${field} has ${list.length} entries, at most ${max} are allowed`)
  return list
}

function checkImages(body: Resource, fields: string[]): void {
  for (const field of fields) {
    const image = body[field] as { sourceUri?: { uri?: unknown } } | undefined
    if (image !== undefined && !isHttp(image.sourceUri?.uri)) throw invalid(`Invalid image URL in ${field}`)
  }
}

function matches(pattern: RegExp, value: unknown): boolean {
  return typeof value === 'string' && pattern.test(value)
}

function isHttp(url: unknown): boolean {
  return typeof url === 'string' && /^https?:\/\/[^\s]+$/i.test(url) && URL.canParse(url)
}

function requireText(body: Resource, field: string, max: number): void {
  if (typeof body[field] !== 'string' || body[field].trim() === '') throw invalid(`${field} is required`)
  atMost(body, field, max)
}

function atMost(body: Resource, field: string, max: number): void {
  const value = body[field]
  if (value === undefined) return
  if (typeof value !== 'string') throw invalid(`${field} must be a string`)
  if (value.length > max) throw invalid(`${field} is longer than ${max} characters`)
}

function oneOf(body: Resource, field: string, words: readonly string[]): string {
  const value = String(body[field])
  if (!words.includes(value)) throw invalid(`Invalid value for ${field}: ${value.slice(0, 40)}`)
  return value
}
