/**
 * A card as Google Wallet gets it: one class per template, one object per client's card. Pure.
 * Limits and field names: developers.google.com/wallet/reference/rest/v1/loyaltyclass and …/loyaltyobject (read
 * 2026-11).
 */
import type { FilledCard, FilledField } from '../../../../card/fill.ts'
import { CARD_PLACES, type CardPlace } from '../../../../contract/cards/design.ts'
import { ellipsize, GOOGLE_LIMITS } from './limits.ts'

type Image = { sourceUri: { uri: string }; contentDescription: { defaultValue: { language: string; value: string } } }
type TextModule = { id: string; header: string; body: string }
type Item = { firstValue: { fields: { fieldPath: string }[] } }
type Row = { oneItem: { item: Item } } | { twoItems: { startItem: Item; endItem: Item } }
export type Place = { latitude: number; longitude: number }

/** Google accepts both spellings of enumerations; these are the ones of the REST reference. */
export type LoyaltyState = 'ACTIVE' | 'INACTIVE' | 'EXPIRED' | 'COMPLETED'

type LinksModule = { uris: { id: string; uri: string; description: string }[] }

export type LoyaltyClass = {
  id: string
  issuerName: string
  programName: string
  programLogo: Image
  reviewStatus: 'UNDER_REVIEW'
  hexBackgroundColor: string
  multipleDevicesAndHoldersAllowedStatus: 'ONE_USER_ALL_DEVICES'
  heroImage?: Image
  callbackOptions?: { url: string }
  linksModuleData?: LinksModule
  merchantLocations?: Place[]
  classTemplateInfo?: { cardTemplateOverride: { cardRowTemplateInfos: Row[] } }
}

export type LoyaltyObject = {
  id: string
  classId: string
  state: LoyaltyState
  accountId?: string
  accountName?: string
  loyaltyPoints?: { label: string; balance: { string: string } }
  barcode?: { type: 'QR_CODE' | 'CODE_128' | 'AZTEC' | 'PDF_417'; value: string; alternateText?: string }
  textModulesData?: TextModule[]
  linksModuleData?: LinksModule
  merchantLocations?: Place[]
  validTimeInterval?: { end: { date: string } }
  messages?: never[]
}

/**
 * Fields we write and may leave out: on a change the missing ones are sent as null, else Google keeps the old value.
 */
export const OWN_CLASS_FIELDS = [
  'heroImage',
  'callbackOptions',
  'linksModuleData',
  'merchantLocations',
  'classTemplateInfo',
] as const
export const OWN_OBJECT_FIELDS = [
  'accountId',
  'accountName',
  'loyaltyPoints',
  'barcode',
  'textModulesData',
  'linksModuleData',
  'merchantLocations',
  'validTimeInterval',
] as const

export type ClassOptions = {
  /** `issuerId.suffix`, letters, digits, `.`, `_`, `-`. */
  classId: string
  issuerName: string
  /** 660×660 PNG; Google fetches it once and keeps it, so a new picture needs a new address. */
  logoUrl: string
  heroUrl?: string | undefined
  /** Where Google posts saves and removals. */
  callbackUrl?: string | undefined
  /** Language of the texts, BCP 47; default `en`. */
  language?: string | undefined
  /** At most 10; Google refuses more, so the rest is left out. Needs Google's permission per issuer. */
  locations?: readonly Place[] | undefined
}

/** The class of a template. Every client sees it, so it only uses names, colours, pictures and links. */
export function loyaltyClass(card: FilledCard, options: ClassOptions): LoyaltyClass {
  const language = options.language ?? 'en'
  const rows = cardRows(card)
  return {
    id: options.classId,
    issuerName: ellipsize(options.issuerName, GOOGLE_LIMITS.name),
    programName: ellipsize(card.programName, GOOGLE_LIMITS.name),
    programLogo: image(options.logoUrl, card.organisation, language),
    reviewStatus: 'UNDER_REVIEW',
    hexBackgroundColor: card.colours.background,
    multipleDevicesAndHoldersAllowedStatus: 'ONE_USER_ALL_DEVICES',
    ...(options.heroUrl ? { heroImage: image(options.heroUrl, card.programName, language) } : {}),
    ...(options.callbackUrl ? { callbackOptions: { url: options.callbackUrl } } : {}),
    ...(card.links.length > 0 ? { linksModuleData: { uris: linkUris(card.links, 'link') } } : {}),
    ...(options.locations?.length ? { merchantLocations: places(options.locations) } : {}),
    ...(rows.length > 0 ? { classTemplateInfo: { cardTemplateOverride: { cardRowTemplateInfos: rows } } } : {}),
  }
}

export type ObjectOptions = {
  objectId: string
  classId: string
  state: LoyaltyState
  /** The card's number as the business shows it. */
  accountId?: string | undefined
  accountName?: string | undefined
  locations?: readonly Place[] | undefined
  /** Of this client alone; Google shows them with those of the class. */
  links?: FilledCard['links'] | undefined
  /** After this moment Google shows the card as expired. */
  endsAt?: Date | null | undefined
}

/**
 * One client's card. The centre field becomes Google's points when it is short enough, because only points announce a
 * change.
 */
export function loyaltyObject(card: FilledCard, options: ObjectOptions): LoyaltyObject {
  const points = pointsOf(card)
  const modules = textModules(card, points !== null)
  return {
    id: options.objectId,
    classId: options.classId,
    state: options.state,
    ...(options.accountId ? { accountId: ellipsize(options.accountId, GOOGLE_LIMITS.accountText) } : {}),
    ...(options.accountName ? { accountName: ellipsize(options.accountName, GOOGLE_LIMITS.accountText) } : {}),
    ...(points ? { loyaltyPoints: { label: points.label, balance: { string: points.value } } } : {}),
    ...(card.barcode ? { barcode: barcode(card.barcode) } : {}),
    ...(modules.length > 0 ? { textModulesData: modules } : {}),
    ...(options.links?.length ? { linksModuleData: { uris: linkUris(options.links, 'own') } } : {}),
    ...(options.locations?.length ? { merchantLocations: places(options.locations) } : {}),
    ...(options.endsAt ? { validTimeInterval: { end: { date: options.endsAt.toISOString() } } } : {}),
    // What was sent to the holder of a card that is over does not stay on it.
    ...(options.state === 'ACTIVE' ? {} : { messages: [] }),
  }
}

/** The centre field, when label and value fit Google's points; else null and it is sent as a text. */
function pointsOf(card: FilledCard): FilledField | null {
  const centre = card.fields.center
  if (!centre || centre.value === '' || centre.label === '') return null
  const fits = centre.label.length <= GOOGLE_LIMITS.pointsLabel && centre.value.length <= GOOGLE_LIMITS.pointsValue
  return fits ? centre : null
}

function cardRows(card: FilledCard): Row[] {
  const row = (start: CardPlace, end: CardPlace): Row[] => {
    const items = [start, end].filter((place) => card.fields[place]).map(item)
    const [startItem, endItem] = items
    if (!startItem) return []
    return endItem ? [{ twoItems: { startItem, endItem } }] : [{ oneItem: { item: startItem } }]
  }
  return [...row('center', 'top'), ...row('left', 'right')]
}

/** Google shows the first of the named fields that is not empty. */
function item(place: CardPlace): Item {
  const text = { fieldPath: `object.textModulesData['${place}']` }
  return { firstValue: { fields: place === 'center' ? [{ fieldPath: 'object.loyaltyPoints.balance' }, text] : [text] } }
}

function textModules(card: FilledCard, centreIsPoints: boolean): TextModule[] {
  const front = CARD_PLACES.flatMap((place) => {
    const field = card.fields[place]
    return field && field.value !== '' && !(place === 'center' && centreIsPoints)
      ? [{ id: place, header: field.label, body: field.value }]
      : []
  })
  const back = card.back
    .map((row, index) => ({ id: `back${index}`, header: row.label, body: row.value }))
    .filter((row) => row.body !== '')
  return fitTextModules([...front, ...back])
}

/** Google shows ten texts of an object: the tenth contains the rest. */
export function fitTextModules(modules: TextModule[]): TextModule[] {
  if (modules.length <= GOOGLE_LIMITS.textModules) return modules
  const kept = modules.slice(0, GOOGLE_LIMITS.textModules - 1)
  const [first, ...rest] = modules.slice(GOOGLE_LIMITS.textModules - 1) as [TextModule, ...TextModule[]]
  return [...kept, { ...first, body: [first.body, ...rest.map((row) => `${row.header}\n${row.body}`)].join('\n\n') }]
}

function linkUris(links: FilledCard['links'], id: string) {
  return links
    .slice(0, GOOGLE_LIMITS.links)
    .map((link, index) => ({ id: `${id}${index}`, uri: link.uri, description: link.text }))
}

const BARCODE_TYPES = { qr: 'QR_CODE', code128: 'CODE_128', aztec: 'AZTEC', pdf417: 'PDF_417' } as const

function barcode(code: NonNullable<FilledCard['barcode']>): NonNullable<LoyaltyObject['barcode']> {
  return {
    type: BARCODE_TYPES[code.type],
    value: code.message,
    ...(code.alt === '' ? {} : { alternateText: code.alt }),
  }
}

function image(uri: string, description: string, language: string): Image {
  return { sourceUri: { uri }, contentDescription: { defaultValue: { language, value: description } } }
}

function places(list: readonly Place[]): Place[] {
  return list.slice(0, GOOGLE_LIMITS.places).map(({ latitude, longitude }) => ({ latitude, longitude }))
}
