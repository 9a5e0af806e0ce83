/** The REST resources loyaltyClass and loyaltyObject: insert, get, list, patch, update, addMessage. */
import { GoogleError } from './answers.ts'
import type { GoogleWalletState, Resource, StoredMessage } from './state.ts'
import { checkClass, checkObject, issuerIdOf } from './validation.ts'

const DAY_MS = 24 * 60 * 60_000
const NOTIFICATIONS_A_DAY = 3
const MESSAGE_TYPES = ['TEXT', 'text', 'EXPIRATION_NOTIFICATION', 'expirationNotification', 'TEXT_AND_NOTIFY']

export type Kind = 'loyaltyClass' | 'loyaltyObject'
export type ResourceCall = {
  kind: Kind
  id: string | null
  verb: string
  method: string
  query: URLSearchParams
  body: Record<string, unknown>
}
/** What phones are notified of: `notify` rings. */
export type CardChange = { type: 'changed' | 'message'; objectId: string; notify: boolean; message?: StoredMessage }

export type ResourceWorld = {
  state: GoogleWalletState
  nowMs: number
  /** Issuers the caller may act for; undefined means all. */
  issuerIds: readonly string[] | undefined
  lostIssuerId: string
  review: string
  notify(change: CardChange): void
}

/** @throws GoogleError in Google's words */
export function answerResource(call: ResourceCall, world: ResourceWorld): unknown {
  const shelf = call.kind === 'loyaltyClass' ? world.state.classes : world.state.objects
  if (call.id === null) {
    if (call.method === 'POST') return insert(call, shelf, world)
    if (call.method === 'GET') return list(call, shelf, world)
    throw new GoogleError(404, 'notFound', 'Not Found')
  }
  mayTouch(call.id, world)
  const known = shelf[call.id]
  if (!known)
    throw new GoogleError(
      404,
      call.kind === 'loyaltyClass' ? 'classNotFound' : 'resourceNotFound',
      `Resource ${call.id} not found.`,
    )
  if (call.verb === 'addMessage' && call.method === 'POST') return addMessage(call, known, world)
  if (call.verb !== '') throw new GoogleError(404, 'notFound', 'Not Found')
  if (call.method === 'GET') return call.kind === 'loyaltyClass' ? reviewed(known, world) : known
  if (call.method === 'PATCH') return store(call.kind, { ...known, ...call.body, id: known.id }, known, world)
  if (call.method === 'PUT') return store(call.kind, { ...call.body, id: known.id }, known, world)
  throw new GoogleError(404, 'notFound', 'Not Found')
}

const REASON = 'The logo is too small to be read.'

/** Google decides some time later, without another call. */
function reviewed(known: Resource, { review }: ResourceWorld): Resource {
  if (known['reviewStatus'] === 'UNDER_REVIEW') known['reviewStatus'] = review
  if (review === 'REJECTED') known['review'] = { comments: REASON }
  return known
}

function insert(call: ResourceCall, shelf: Record<string, Resource>, world: ResourceWorld): Resource {
  const body = call.body as Resource
  mayTouch(body.id, world)
  if (Object.hasOwn(shelf, body.id))
    throw new GoogleError(409, 'existingResource', `A resource with ID ${body.id} already exists.`)
  return store(call.kind, body, undefined, world)
}

function list(call: ResourceCall, shelf: Record<string, Resource>, world: ResourceWorld): unknown {
  const parent = call.query.get(call.kind === 'loyaltyClass' ? 'issuerId' : 'classId') ?? ''
  mayTouch(call.kind === 'loyaltyClass' ? `${parent}.any` : parent, world)
  const all = Object.values(shelf).filter((one) =>
    call.kind === 'loyaltyClass' ? one.id.startsWith(`${parent}.`) : one['classId'] === parent,
  )
  const start = Number(call.query.get('token') ?? 0) || 0
  const size = Math.min(Number(call.query.get('maxResults') ?? 100) || 100, 1000)
  const resources = all.slice(start, start + size)
  const next = start + size < all.length ? { nextPageToken: String(start + size) } : {}
  return { resources, pagination: { resultsPerPage: resources.length, ...next } }
}

function store(kind: Kind, body: Resource, before: Resource | undefined, world: ResourceWorld): Resource {
  const { notifyPreference, ...rest } = body
  const after = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)) as Resource
  const { state } = world
  const version = String(Number(before?.['version'] ?? 0) + 1)
  if (kind === 'loyaltyClass') {
    checkClass(after, before)
    const review = /draft/i.test(String(after['reviewStatus'])) ? 'DRAFT' : world.review
    state.classes[after.id] = { ...after, kind: 'walletobjects#loyaltyClass', reviewStatus: review, version }
    for (const object of Object.values(state.objects)) {
      if (before && object['classId'] === after.id)
        world.notify({ type: 'changed', objectId: object.id, notify: false })
    }
    return state.classes[after.id] as Resource
  }
  checkObject(after, state)
  const wantsNotice = notifyPreference === 'NOTIFY_ON_UPDATE' || notifyPreference === 'notifyOnUpdate'
  const notify = before !== undefined && wantsNotice && hasAnnouncedChange(before, after)
  if (notify) {
    if (!hasQuota([after.id, String(after['classId'])], world)) throw overQuota(after.id, 'updating object')
    countNotification(after.id, world)
  }
  state.objects[after.id] = {
    ...after,
    kind: 'walletobjects#loyaltyObject',
    hasUsers: before?.['hasUsers'] ?? false,
    version,
  }
  if (before) world.notify({ type: 'changed', objectId: after.id, notify })
  return state.objects[after.id] as Resource
}

/** Only changes of these fields are announced (…/loyalty-cards/use-cases/trigger-push-notifications). */
function hasAnnouncedChange(before: Resource, after: Resource): boolean {
  const announced = (one: Resource) =>
    ['loyaltyPoints', 'secondaryLoyaltyPoints'].map((field) =>
      JSON.stringify((one[field] as { balance?: unknown } | undefined)?.balance),
    )
  return announced(before).join() !== announced(after).join()
}

function addMessage(call: ResourceCall, known: Resource, world: ResourceWorld): unknown {
  const message = call.body['message'] as StoredMessage | undefined
  if (!message || typeof message !== 'object') throw new GoogleError(400, 'invalidResource', 'message is required')
  if (!message.header && !message.body)
    throw new GoogleError(400, 'invalidResource', 'Message header or body is required')
  if (message.messageType !== undefined && !MESSAGE_TYPES.includes(message.messageType))
    throw new GoogleError(400, 'invalidResource', `Invalid value for messageType: ${message.messageType.slice(0, 40)}`)
  const messages = (known['messages'] as StoredMessage[] | undefined) ?? []
  if (messages.length >= 10)
    throw new GoogleError(400, 'invalidResource', 'messages has 11 entries, at most 10 are allowed')
  const isClass = call.kind === 'loyaltyClass'
  const rings = message.messageType === 'TEXT_AND_NOTIFY'
  if (rings) {
    const counted = isClass ? [known.id] : [known.id, String(known['classId'])]
    if (!hasQuota(counted, world))
      throw overQuota(known.id, `adding TEXT_AND_NOTIFY message to ${isClass ? 'class' : 'object'}`)
    countNotification(known.id, world)
  }
  known['messages'] = [...messages, { ...message, kind: 'walletobjects#walletObjectMessage' }]
  const holders = isClass ? Object.values(world.state.objects).filter((one) => one['classId'] === known.id) : [known]
  for (const { id } of holders) world.notify({ type: 'message', objectId: id, notify: rings, message })
  return { resource: known }
}

/** A card's quota counts its own notifications and those sent to its class. */
function hasQuota(ids: string[], { state, nowMs }: ResourceWorld): boolean {
  const recent = ids.flatMap((id) => state.notifications[id] ?? []).filter((time) => nowMs - time < DAY_MS)
  return recent.length < NOTIFICATIONS_A_DAY
}

/** Shape and reason as seen from Google (github.com/edutap-eu/edutap.wallet_google/issues/3). */
function overQuota(id: string, action: string): GoogleError {
  return new GoogleError(403, 'quotaExceeded', `Quota exceeded for issuer ${issuerIdOf(id)} when ${action} ${id}.`)
}

function countNotification(id: string, { state, nowMs }: ResourceWorld): void {
  state.notifications[id] = [...(state.notifications[id] ?? []).filter((time) => nowMs - time < DAY_MS), nowMs]
}

function mayTouch(id: unknown, { issuerIds, lostIssuerId }: ResourceWorld): void {
  const issuerId = issuerIdOf(id)
  if (issuerId === lostIssuerId || (issuerIds && !issuerIds.includes(issuerId))) {
    throw new GoogleError(
      403,
      'permissionDenied',
      'Permission denied: the service account is not a user of this issuer.',
    )
  }
}
