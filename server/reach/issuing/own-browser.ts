/**
 * The browser that got a card has a cookie with its ticket, and gets the same card again without another proof. On a
 * shared tablet it can hold the cards of several people; each is given only to somebody who types that card's number.
 */
import type { FastifyRequest } from 'fastify'
import { DAY_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { passOfTicket } from '../passes/passes.ts'

const NAME = 'cards'
const CARDS_MAX = 5
/** Browsers keep a cookie no longer. */
const KEPT_SECONDS = (400 * DAY_MS) / 1000

const ticketsOf = (request: FastifyRequest): string[] =>
  (new RegExp(`(?:^|;\\s*)${NAME}=([\\w.-]+)`).exec(request.headers.cookie ?? '')?.[1] ?? '')
    .split('.')
    .filter((ticket) => ticket !== '')
    .slice(0, CARDS_MAX)

/** The clients whose cards this browser got. */
export async function ownClientIds(app: App, db: CabinetDb, request: FastifyRequest): Promise<string[]> {
  const ids: string[] = []
  for (const ticket of ticketsOf(request)) {
    const pass = await passOfTicket(app, db, ticket)
    if (pass) ids.push(pass.client_id)
  }
  return ids
}

/** The header that lets this browser have the card again; the newest comes first, the oldest is forgotten. */
export function cookieWith(app: App, request: FastifyRequest, domain: string, ticket: string): string {
  const tickets = [ticket, ...ticketsOf(request).filter((one) => one !== ticket)].slice(0, CARDS_MAX)
  return (
    `${NAME}=${tickets.join('.')}; Path=/f/${domain}; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax` +
    (app.publicUrl.startsWith('https:') ? '; Secure' : '')
  )
}
