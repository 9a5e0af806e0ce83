/**
 * API keys of a cabinet: a secret is shown once and kept as its hash. A call with it may do what its scopes and its
 * maker's access allow, as often as the tariff allows. Keys are not cached, so a revoked one stops working immediately.
 */
import { keys as contract, type Key, type NewKey, type Usage } from '../../../contract/platform/keys.ts'
import { KEYS_MAX, type Scope } from '../../../contract/limits.ts'
import { DAY_MS, HOUR_MS, moscowDay, moscowMidnight } from '../../../contract/time.ts'
import type { CabinetCtx, KeyHolder } from '../../base/answer.ts'
import { newToken, sha256 } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { refusals } from '../../base/refusal.ts'
import { lockLimits, openForWork, readLimits, userIdsWithAccess } from '../cabinets/cabinets.ts'
import { notify } from '../notifications/notifications.ts'
import { requirePassword } from '../users/step-up.ts'
import { fullNames } from '../users/users.ts'
import { limitOf, type Standing, stepReached } from './limits.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
/** Days of which the calls are kept, as in the migration. */
const SHOWN_DAYS = 7
/** So many characters of a secret are shown afterwards. */
const PREFIX_LENGTH = 8

const isSecret = (text: string) => /^kk_[\w-]{43}$/.test(text)

function newSecret(): { secret: string; prefix: string; hash: Buffer } {
  const secret = `kk_${newToken()}`
  return { secret, prefix: secret.slice(0, PREFIX_LENGTH), hash: sha256(secret) }
}

type Around = { maker: string; hasAccess: boolean; callsToday: number; now: Date }

function keyReply(row: sql.KeyRow, { maker, hasAccess, callsToday, now }: Around): Key {
  const isOver = row.ends_at !== null && row.ends_at <= now
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    state: isOver ? 'ended' : hasAccess ? 'works' : 'no_access',
    maker,
    createdAt: row.created_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    callsToday,
    oldSecretUntil: row.old_until && row.old_until > now ? row.old_until.toISOString() : null,
  }
}

async function keyReplies(app: App, db: CabinetDb, rows: readonly sql.KeyRow[]): Promise<Key[]> {
  const now = app.clock.now()
  const calls = await sql.callsByKey(db, moscowMidnight(moscowDay(now)))
  const makers = await fullNames(
    db.tx,
    rows.map((row) => row.made_by),
  )
  const withAccess = await userIdsWithAccess(db)
  return rows.map((row) =>
    keyReply(row, {
      maker: makers.get(row.made_by) ?? '',
      hasAccess: withAccess.has(row.made_by),
      callsToday: calls.get(row.id) ?? 0,
      now,
    }),
  )
}

async function readKey(app: App, db: CabinetDb, id: string): Promise<Key> {
  const row = await sql.keyById(db, id)
  const [key] = row ? await keyReplies(app, db, [row]) : []
  if (!key) throw refuse('key_not_found')
  return key
}

export async function listKeys(app: App, db: CabinetDb): Promise<{ keys: Key[]; limit: number }> {
  return { keys: await keyReplies(app, db, await sql.keysOf(db)), limit: KEYS_MAX }
}

type KeyCtx = Pick<CabinetCtx, 'app' | 'db' | 'user'>

/** @throws Refusal key_limit, password_needed, too_many_tries */
export async function createKey(
  { app, db, user }: KeyCtx,
  input: { name: string; scopes: Scope[]; endsAt: string | null; password?: string | undefined },
): Promise<NewKey> {
  const now = app.clock.now()
  const endsAt = input.endsAt === null ? null : new Date(input.endsAt)
  if (endsAt && endsAt <= now) throw refuse('invalid_input', {}, { endsAt: { code: 'end_in_past' } })
  await requirePassword(app, db.tx, user, input.password)
  await lockLimits(db)
  if ((await sql.countKeys(db)) >= KEYS_MAX) throw refuse('key_limit', { limit: KEYS_MAX })
  const id = crypto.randomUUID()
  const { secret, prefix, hash } = newSecret()
  await sql.insertKey(db, {
    id,
    name: input.name,
    prefix,
    secret_hash: hash,
    scopes: [...new Set(input.scopes)],
    made_by: user.userId,
    created_at: now,
    ends_at: endsAt,
  })
  return { ...(await readKey(app, db, id)), secret }
}

/** @throws Refusal key_not_found */
export async function renameKey(app: App, db: CabinetDb, id: string, name: string): Promise<Key> {
  if (!(await sql.updateName(db, id, name))) throw refuse('key_not_found')
  return readKey(app, db, id)
}

/** @throws Refusal key_not_found */
export async function revokeKey(db: CabinetDb, id: string): Promise<void> {
  if (!(await sql.deleteKey(db, id))) throw refuse('key_not_found')
}

/** Revokes the keys that somebody has created or rotated as this user since a moment. @returns their names */
export function revokeKeysSince(db: CabinetDb, userId: string, since: Date): Promise<string[]> {
  return sql.deleteKeysSince(db, userId, since)
}

/**
 * A new secret for the same key. The old one may work for another day, so that running programs can be switched over
 * without a gap; after a leak it ends immediately.
 * @throws Refusal key_not_found, password_needed, too_many_tries
 */
export async function rotateKey(
  { app, db, user }: KeyCtx,
  id: string,
  input: { keepOld: boolean; password?: string | undefined },
): Promise<NewKey> {
  await readKey(app, db, id)
  await requirePassword(app, db.tx, user, input.password)
  const { secret, prefix, hash } = newSecret()
  const at = app.clock.now()
  const oldUntil = input.keepOld ? new Date(at.getTime() + DAY_MS) : null
  if (!(await sql.replaceSecret(db, id, { prefix, hash, at }, oldUntil))) throw refuse('key_not_found')
  return { ...(await readKey(app, db, id)), secret }
}

export async function readUsage(app: App, db: CabinetDb): Promise<Usage> {
  const thisHour = Math.floor(app.clock.now().getTime() / HOUR_MS) * HOUR_MS
  const starts = Array.from({ length: SHOWN_DAYS * 24 }, (_, i) => thisHour - (SHOWN_DAYS * 24 - 1 - i) * HOUR_MS)
  const rows = new Map(
    (await sql.usageSince(db, new Date(starts[0] ?? thisHour))).map((row) => [row.hour.getTime(), row]),
  )
  const hours = starts.map((start) => ({
    start: new Date(start).toISOString(),
    calls: rows.get(start)?.calls ?? 0,
    blocked: rows.get(start)?.blocked ?? 0,
  }))
  const running = rows.get(thisHour)
  const { apiPerHour, apiPerSecond } = await readLimits(db)
  return {
    perHour: apiPerHour,
    perSecond: apiPerSecond,
    used: running?.calls ?? 0,
    blocked: running?.blocked ?? 0,
    hourEndsAt: new Date(thisHour + HOUR_MS).toISOString(),
    hours,
  }
}

/** Notifies the people of a cabinet that its calls run out: at 80 and at 100 percent, once an hour each. */
async function notifyWhenReached(app: App, cabinetId: number, standing: Standing, now: Date): Promise<void> {
  const step = stepReached(standing)
  if (step === undefined) return
  const hour = new Date(now.getTime() - (now.getTime() % HOUR_MS)).toISOString()
  await openForWork(app, cabinetId, (db) =>
    notify(app, db, {
      type: 'api_request_limit',
      detail: { used: standing.inHour, limit: standing.perHour },
      onceKey: `api|${hour}|${step}`,
    }),
  )
}

/** For the HTTP edge: who holds this secret, and whether the call is within the limits. */
export async function keyOf(app: App, secret: string): Promise<KeyHolder | null> {
  if (!isSecret(secret)) return null
  const now = app.clock.now()
  const taken = await sql.takeCall(app.database.db, sha256(secret), now)
  if (!taken) return null
  const standing: Standing = {
    perHour: taken.per_hour,
    perSecond: taken.per_second,
    inHour: taken.calls,
    inSecond: taken.in_second,
    isTaken: taken.is_taken,
  }
  await notifyWhenReached(app, taken.cabinet_id, standing, now)
  return {
    cabinetId: taken.cabinet_id,
    keyId: taken.key_id,
    scopes: taken.scopes,
    limit: limitOf(standing, now),
    // A key never has the operator's rights, and programs accept no offer.
    user: {
      userId: taken.user_id,
      sessionId: '',
      email: taken.email,
      isEmailVerified: taken.email_verified_at !== null,
      hasAcceptedOffer: true,
      superuser: false,
      lang: taken.lang,
    },
  }
}
