/**
 * Google Wallet over its REST interface: classes, objects, messages. One connection per service account keeps
 * the token and the rate limit; several processes on one account must share out the 20 requests a second between them.
 * Reference: developers.google.com/wallet/reference/rest (read 2026-11).
 */
import {
  accepted,
  type GoogleApi,
  type GoogleOptions,
  isQuota,
  type Kind,
  openGoogleApi,
  pathOf,
  readResource,
} from './api.ts'
import type { Answer } from './exchange.ts'
import { OWN_CLASS_FIELDS, OWN_OBJECT_FIELDS, type LoyaltyClass, type LoyaltyObject } from './loyalty.ts'
import { addMessage, type Message, type MessageOptions, type MessageOutcome } from './messages.ts'
import { GoogleRefused } from './refusals.ts'

type Stored = { stored: 'inserted' | 'updated'; notified: boolean }
/** `arePlacesLeftOut`: Google has not opened places for this issuer, so the class went without them. */
export type StoredClass = Stored & { arePlacesLeftOut: boolean }

export type GoogleWallet = {
  /** Makes or changes a class. */
  putClass(body: LoyaltyClass): Promise<StoredClass>
  /**
   * Makes or changes an object; its messages stay. `known`: Google already has it, which saves a request.
   * `notify` asks Google to announce a changed balance; past the quota the change is stored without notice.
   */
  putObject(body: LoyaltyObject, options?: { known?: boolean; notify?: boolean }): Promise<Stored>
  /** Makes room when ten messages are there. */
  addMessage(kind: Kind, id: string, message: Message, options?: MessageOptions): Promise<MessageOutcome>
  /** What Google has, or null. */
  getClass(id: string): Promise<Record<string, unknown> | null>
  getObject(id: string): Promise<Record<string, unknown> | null>
  /** Name of an issuer; null when the account is no user of it. */
  getIssuer(id: string): Promise<{ name: string } | null>
  /** Addresses of the users of an issuer, in small letters; null when the account may not see them. */
  getIssuerUsers(id: string): Promise<string[] | null>
}

/**
 * Every verb throws GoogleRefused (a person must act) or GoogleUnreachable (try later).
 * @throws GoogleRefused `invalid_key` immediately when the key cannot be read
 */
export function connectGoogle(options: GoogleOptions): GoogleWallet {
  const api = openGoogleApi(options)
  return {
    putClass: (body) => putClass(api, body),
    putObject: (body, { known = false, notify = false } = {}) =>
      put(api, 'object', body, OWN_OBJECT_FIELDS, { known, notify }),
    addMessage: (kind, id, message, options = {}) => addMessage(api, kind, id, message, options),
    getClass: (id) => readResource(api, 'class', id),
    getObject: (id) => readResource(api, 'object', id),
    getIssuer: (id) => getIssuer(api, id),
    getIssuerUsers: (id) => getIssuerUsers(api, id),
  }
}

const isNoUser = (status: number) => status === 403 || status === 404

async function getIssuer(api: GoogleApi, id: string): Promise<{ name: string } | null> {
  const answer = await api.call('GET', `issuer/${encodeURIComponent(id)}`)
  if (isNoUser(answer.status)) return null
  const { name } = accepted(answer).body as { name?: unknown }
  return { name: typeof name === 'string' ? name : '' }
}

async function getIssuerUsers(api: GoogleApi, id: string): Promise<string[] | null> {
  const answer = await api.call('GET', `permissions/${encodeURIComponent(id)}`)
  if (isNoUser(answer.status)) return null
  const { permissions } = accepted(answer).body as { permissions?: { emailAddress?: unknown }[] }
  return (permissions ?? []).flatMap(({ emailAddress }) =>
    typeof emailAddress === 'string' ? [emailAddress.toLowerCase()] : [],
  )
}

/** Changes go by PATCH: PUT would drop the messages. */
async function put(
  api: GoogleApi,
  kind: Kind,
  body: { id: string },
  ownFields: readonly string[],
  { known, notify }: { known: boolean; notify: boolean },
): Promise<Stored> {
  const change = { ...Object.fromEntries(ownFields.map((field) => [field, null])), ...body }
  const patch = (fields: object) => api.call('PATCH', pathOf(kind, body.id), fields)
  let notified = notify
  const update = async (): Promise<Answer> => {
    if (!notify) return patch(change)
    const answer = await patch({ ...change, notifyPreference: 'NOTIFY_ON_UPDATE' })
    if (!isQuota(answer)) return answer
    notified = false
    return patch(change)
  }
  if (known) {
    const answer = await update()
    if (answer.status !== 404) return accepted(answer) && { stored: 'updated', notified }
  }
  const answer = await api.call('POST', pathOf(kind), body)
  if (answer.status !== 409) return accepted(answer) && { stored: 'inserted', notified: false }
  return accepted(await update()) && { stored: 'updated', notified }
}

/** Google refuses the whole class when it has not opened places for the issuer: then it is sent without them. */
async function putClass(api: GoogleApi, body: LoyaltyClass): Promise<StoredClass> {
  const putFields = (fields: { id: string }) =>
    put(api, 'class', fields, OWN_CLASS_FIELDS, { known: false, notify: false })
  try {
    return { ...(await putFields(body)), arePlacesLeftOut: false }
  } catch (error) {
    if (!(error instanceof GoogleRefused) || !body.merchantLocations || !/merchant locations/i.test(error.message))
      throw error
    const { merchantLocations: _, ...rest } = body
    return { ...(await putFields(rest)), arePlacesLeftOut: true }
  }
}
