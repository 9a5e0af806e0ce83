/** Finds who makes a call, and checks that the call is open to this caller. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call, Plan } from '../../contract/call.ts'
import type { Ctx, KeyHolder, OpenedCabinet, SignedIn } from './answer.ts'
import type { App } from './app.ts'
import type { CabinetDb } from './db.ts'
import { requireRight } from './member-rights.ts'
import { refuseAny, refuseLimited } from './refusal.ts'

/** What the rooms of users and cabinets provide to the HTTP edge. */
export type Doors = {
  userOf(app: App, token: string, request: { ip: string; userAgent: string }): Promise<SignedIn | null>
  /**
   * The owner of a key; counts the call against the limits of the tariff. Null when the key is unknown, revoked or
   * expired.
   */
  keyOf(app: App, key: string, request: { ip: string }): Promise<KeyHolder | null>
  /**
   * Runs `work` inside the cabinet, or refuses with not_found: the same for a stranger and for a cabinet that never
   * existed.
   */
  openCabinet<T>(
    app: App,
    user: SignedIn,
    cabinetId: number,
    work: (cabinet: OpenedCabinet, db: CabinetDb) => Promise<T>,
  ): Promise<T>
}

const PLANS: readonly (Plan | 'demo')[] = ['demo', 'base', 'advanced', 'expert']
const KEY_PREFIX = 'kk_'

export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
}

/** Who makes the call: a person with a session, a key of a cabinet, or nobody. */
export type Caller =
  | { via: 'session'; user: SignedIn }
  | { via: 'key'; user: SignedIn; key: KeyHolder }
  | { via: 'nobody' }

export async function callerOf(
  app: App,
  doors: Doors,
  one: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: Ctx,
): Promise<Caller> {
  if (one.who === 'nobody') return { via: 'nobody' }
  const token = bearerOf(request)
  if (token?.startsWith(KEY_PREFIX)) {
    const key = await doors.keyOf(app, token, ctx)
    if (!key) throw refuseAny('unauthorized')
    reply.headers(key.limit.headers)
    if (key.limit.waitSeconds > 0) throw refuseAny('api_limit_reached', { seconds: key.limit.waitSeconds })
    // A call that no key may make is as unknown to a key as another cabinet.
    if (!one.scope || !one.path.includes('{c}')) throw refuseAny('not_found')
    return { via: 'key', user: key.user, key }
  }
  const user = token ? await doors.userOf(app, token, ctx) : null
  if (!user) throw refuseAny('unauthorized')
  if (one.who === 'operator' && !user.superuser) throw refuseAny('not_found')
  if (!user.hasAcceptedOffer && !one.beforeOffer) throw refuseAny('offer_not_accepted')
  return { via: 'session', user }
}

/** Before the cabinet is opened: a key of another cabinet gets the answer a stranger gets. */
export function checkKey(one: Call, caller: Caller, c: number): void {
  if (caller.via !== 'key') return
  if (caller.key.cabinetId !== c) throw refuseAny('not_found')
  if (one.scope && !caller.key.scopes.includes(one.scope)) throw refuseAny('scope_missing', { scope: one.scope })
}

export function checkPlace(one: Call, cabinet: OpenedCabinet): void {
  if (one.who === 'owner' && cabinet.role !== 'owner') throw refuseAny('not_found')
  if (one.who === 'agent' && !cabinet.isAgent) throw refuseAny('not_found')
  if (one.right) requireRight(cabinet, one.right)
  if (one.plan && PLANS.indexOf(cabinet.tariff ?? 'demo') < PLANS.indexOf(one.plan))
    throw refuseAny('plan_too_low', { plan: one.plan })
  if (one.writes && !one.whileLimited) refuseLimited(cabinet)
}
