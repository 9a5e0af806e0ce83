/**
 * The browser that got a card, or reserved one, has a cookie with its client, and gets the same card again without
 * another proof. On a shared tablet it can hold several people; each card is given only to somebody who types its
 * number.
 */
import type { FastifyRequest } from 'fastify'
import { DAY_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { isSameSecret } from '../../base/crypto.ts'
import type { PublicCabinet } from '../../platform/cabinets/cabinets.ts'

const NAME = 'cards'
const CLIENTS_MAX = 5
/** Browsers keep a cookie no longer. */
const KEPT_SECONDS = (400 * DAY_MS) / 1000

const signed = (app: App, cabinetId: number, clientId: string): string =>
  clientId.replaceAll('-', '') + app.keys.mac('own-browser', `${cabinetId}|${clientId}`).slice(0, 22)

const entriesOf = (request: FastifyRequest): string[] =>
  (new RegExp(`(?:^|;\\s*)${NAME}=([\\w.-]+)`).exec(request.headers.cookie ?? '')?.[1] ?? '')
    .split('.')
    .slice(0, CLIENTS_MAX)

/** The clients whose cards this browser got. */
export function ownClientIds(app: App, cabinetId: number, request: FastifyRequest): string[] {
  return entriesOf(request).flatMap((entry) => {
    const id = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})/.exec(entry)?.slice(1).join('-')
    return id !== undefined && isSameSecret(entry, signed(app, cabinetId, id)) ? [id] : []
  })
}

/** The header that lets this browser have the card again; the newest comes first, the oldest is forgotten. */
export function cookieWith(
  app: App,
  request: FastifyRequest,
  { id, domain }: Pick<PublicCabinet, 'id' | 'domain'>,
  clientId: string,
): string {
  const entry = signed(app, id, clientId)
  const entries = [entry, ...entriesOf(request).filter((one) => one !== entry && one !== '')].slice(0, CLIENTS_MAX)
  return (
    `${NAME}=${entries.join('.')}; Path=/f/${domain}; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax` +
    (app.publicUrl.startsWith('https:') ? '; Secure' : '')
  )
}
