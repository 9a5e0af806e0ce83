/** One description of a call for server, browser, tests and API document. */
import { z } from 'zod'
import type { UploadedFile } from './binary.ts'
import type { CommonError } from './common-errors.ts'
import type { MemberRight, Scope } from './limits.ts'
import type { DeclaredPath, NameIn, ParamsOf } from './path-params.ts'

export type Who = 'nobody' | 'user' | 'member' | 'owner' | 'agent' | 'operator'
export type Plan = 'base' | 'advanced' | 'expert'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Errors = Readonly<Record<string, number>>
type Shape = z.ZodType
type None = z.ZodUndefined

export type Upload = { field: string; maxBytes: number }

/** Where an update finds the saved values of fields that its body leaves out (decision 023). */
export type Keeps<Body = unknown> = {
  /** Answers with what is saved. It takes the parameters of the update and no query. */
  readonly read: Call
  /** The body that would save the same again, without its `version`; nothing where nothing is saved yet. */
  readonly bodyOf: (reply: never, params: never) => Unversioned<Body> | null | undefined
}
type Unversioned<Body> = Body extends unknown ? Omit<Body, 'version'> : never

export type Call<
  P extends string = string,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  R extends Shape = Shape,
  E extends Errors = Errors,
  Paged extends boolean = boolean,
  U extends Upload | undefined = Upload | undefined,
  W extends Who = Who,
  O extends boolean = boolean,
> = {
  readonly method: Method
  readonly path: P
  readonly who: W
  readonly plan: Plan | undefined
  readonly right: MemberRight | undefined
  readonly scope: Scope | undefined
  readonly beforeOffer: boolean
  readonly whileLimited: boolean
  readonly writes: boolean
  readonly mayLag: boolean
  readonly asksOutside: O
  readonly ignoresBody: boolean
  readonly operationId: string | undefined
  readonly summary: string
  readonly description: string
  readonly query: Q
  readonly body: B
  readonly reply: R
  readonly paged: Paged
  readonly upload: U
  readonly keeps: Keeps | undefined
  readonly status: number
  readonly errors: E
}

/**
 * Which page of how many rows. `isEstimate`: the total is about right. `next` and `previous`, where a list has them,
 * are the places after and before the page; null: there is none.
 */
export const Meta = z.object({
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  isEstimate: z.boolean().optional(),
  next: z.string().nullable().optional(),
  previous: z.string().nullable().optional(),
})
export type Meta = z.infer<typeof Meta>

type Spec<Q, B extends Shape, R, E, Paged, U, W, O> = {
  who: W
  plan?: Plan
  /** A member needs this right, which the owner gives. */
  right?: MemberRight
  /** A key of the cabinet with this scope may make the call too. */
  scope?: Scope
  /** A user who has not accepted the offer yet may make it. */
  beforeOffer?: true
  /** A limited cabinet may still make it, although it writes. */
  whileLimited?: true
  /** A GET that writes. */
  writes?: true
  /**
   * A list, a count or a chart that may be some seconds old: a replica may answer. What calls of the account have
   * written is in it; what an editor opens to save it again never comes from there.
   */
  mayLag?: true
  /** Waits for an external server: the handler gets no transaction and keeps its own ones short. */
  asksOutside?: O
  /** Takes any body and does not read it; the others refuse keys that they do not declare. */
  ignoresBody?: true
  /** Writes nothing although it is not a GET: its input is too long for a URL. */
  readsOnly?: true
  /** Name of the call in the API document, where the name in its room is not unique or not clear outside of it. */
  operationId?: string
  /** A title for the API document, such as `List clients`. The browser's build leaves it and `description` out. */
  summary: string
  /** Whole sentences for the API document: what is returned or changed, units, what is refused. */
  description: string
  query?: Q
  body?: B
  reply: R
  /** The reply is a page: `data` is an array, and `meta` says which page it is. */
  paged?: Paged
  /** The body comes as multipart/form-data with one file. */
  upload?: U
  /** An update: what the body leaves out keeps its saved value. */
  keeps?: Keeps<NoInfer<z.output<B>>>
  status?: number
  errors?: E
}

/** Of every call that takes none. */
const NOTHING = z.undefined()

/** Describes one call. `path` is the path after `/api`, exactly as in the specification. */
export function call<
  const P extends string,
  R extends Shape,
  const W extends Who,
  Q extends Shape = None,
  B extends Shape = None,
  const E extends Errors = Record<never, never>,
  const Paged extends boolean = false,
  const U extends Upload | undefined = undefined,
  const O extends boolean = false,
>(method: Method, path: DeclaredPath<P>, spec: Spec<Q, B, R, E, Paged, U, W, O>): Call<P, Q, B, R, E, Paged, U, W, O> {
  return {
    method,
    path: path as P,
    who: spec.who,
    plan: spec.plan,
    right: spec.right,
    operationId: spec.operationId,
    ignoresBody: spec.ignoresBody ?? false,
    summary: spec.summary,
    description: spec.description,
    scope: spec.scope,
    beforeOffer: spec.beforeOffer ?? false,
    whileLimited: spec.whileLimited ?? false,
    writes: spec.writes ?? (method !== 'GET' && !spec.readsOnly),
    mayLag: spec.mayLag ?? false,
    asksOutside: (spec.asksOutside ?? false) as O,
    query: spec.query ?? (NOTHING as unknown as Q),
    body: spec.body ?? (NOTHING as unknown as B),
    reply: spec.reply,
    paged: (spec.paged ?? false) as Paged,
    upload: spec.upload as U,
    keeps: spec.keeps as Keeps | undefined,
    status: spec.status ?? 200,
    errors: spec.errors ?? ({} as E),
  }
}

/** @param bodyOf what of the answer an update would send back */
export const savedIn = <C extends Call, const Body>(
  read: C,
  bodyOf: (reply: ReplyOf<C>, params: Readonly<Record<string, string | number>>) => Body,
) => ({ read, bodyOf })

export type Room = Readonly<Record<string, Call>>

/** What a handler gets and a browser sends. */
export type InputOf<C> =
  C extends Call<infer P, infer Q, infer B, Shape, Errors, boolean, infer U>
    ? { params: ParamsOf<P>; query: z.output<Q>; body: z.output<B>; file: U extends Upload ? UploadedFile : undefined }
    : never
type Optional<K extends string, S extends Shape> = S extends None
  ? { [N in K]?: undefined }
  : undefined extends z.input<S>
    ? { [N in K]?: z.input<S> }
    : { [N in K]: z.input<S> }
export type SendInputOf<C> =
  C extends Call<infer P, infer Q, infer B, Shape, Errors, boolean, infer U>
    ? ([NameIn<P>] extends [never] ? { params?: undefined } : { params: ParamsOf<P> }) &
        Optional<'query', Q> &
        Optional<'body', B> &
        (U extends Upload ? { file: Blob } : { file?: undefined })
    : never
/** What a handler returns and a browser receives. */
export type ReplyOf<C> =
  C extends Call<string, Shape, Shape, infer R, Errors, infer Paged>
    ? true extends Paged
      ? { data: z.output<R>; meta: Meta }
      : z.output<R>
    : never
/** Every refusal that the calls of a room declare. */
export type ErrorOf<R extends Room> = { [K in keyof R]: Extract<keyof R[K]['errors'], string> }[keyof R] | CommonError
