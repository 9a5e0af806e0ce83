/** A handler beside each call of a room: a missing one, a wrong reply or an undeclared refusal does not compile. */
import type { Call, InputOf, ReplyOf, Room } from '../../contract/call.ts'
import type { Language, MemberRight, Scope } from '../../contract/limits.ts'
import type { CabinetDb } from './db.ts'
import type { App } from './app.ts'

export type SignedIn = {
  userId: string
  sessionId: string
  email: string
  isEmailVerified: boolean
  hasAcceptedOffer: boolean
  superuser: boolean
  lang: Language
}
export type OpenedCabinet = {
  id: number
  domain: string
  name: string
  role: 'owner' | 'member'
  /** What the person may do beyond the daily work; an owner all of it. */
  rights: readonly MemberRight[]
  isAgent: boolean
  tariff: 'demo' | 'base' | 'advanced' | 'expert' | null
  /** The demo is over or the balance is used up: reads work, most writing does not. */
  isLimited: boolean
}
/** A call made with a key of a cabinet acts for the person who made the key. */
export type KeyHolder = {
  cabinetId: number
  keyId: string
  scopes: readonly Scope[]
  user: SignedIn
  /** Seconds to wait, 0 when the call is within the limits; with the headers that describe them. */
  limit: { waitSeconds: number; headers: Readonly<Record<string, string>> }
}

/** What a handler gets besides its input. */
export type Ctx = { app: App; lang: Language; requestId: string; ip: string; userAgent: string }
/**
 * `proved`: a caller without a session has proved to be this user, by a password or a link, so the audit log names the
 * user.
 */
export type OpenCtx = Ctx & { proved: (userId: string) => void }
export type UserCtx = Ctx & { user: SignedIn }
/** `about`: the path names no cabinet, and the call changes this one, so the audit log names it. */
export type AnyPlaceCtx = UserCtx & { about: (cabinetId: number) => void }
/** `db` is the transaction of the call: it commits when the handler returns, before the answer is sent. */
export type CabinetCtx = UserCtx & { cabinet: OpenedCabinet; db: CabinetDb }
/** After the access check, with no open transaction: for handlers that wait for somebody else's server. */
export type OutsideCtx = UserCtx & { cabinet: OpenedCabinet }

type CtxOf<C> = C extends { who: 'nobody' }
  ? OpenCtx
  : C extends { who: 'user' | 'operator' }
    ? AnyPlaceCtx
    : C extends { asksOutside: true }
      ? OutsideCtx
      : CabinetCtx

export type Handlers<R extends Room> = {
  [K in keyof R]: (ctx: CtxOf<R[K]>, input: InputOf<R[K]>) => Promise<NoInfer<ReplyOf<R[K]>>>
}
export type AnsweredRoom = {
  room: Room
  handlers: Readonly<Record<string, (ctx: never, input: never) => Promise<unknown>>>
}

/** Joins the calls of a room with their handlers. */
export function answer<R extends Record<string, Call>>(room: R, handlers: Handlers<R>): AnsweredRoom {
  return { room, handlers: handlers as AnsweredRoom['handlers'] }
}
