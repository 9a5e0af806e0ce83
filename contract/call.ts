/**
 * One description of a call serves the server (types and checks of a handler), the browser (types of
 * `send`), the walks of the tests and the published API document. The only cleverness in the house.
 */
import { z } from 'zod'
import type { Scope } from './limits.ts'

export type Who = 'nobody' | 'user' | 'member' | 'owner' | 'agent' | 'operator'
export type Plan = 'base' | 'advanced' | 'expert'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Errors = Readonly<Record<string, number>>
type Shape = z.ZodType
type None = z.ZodUndefined

/** Refusals that any call may answer, with their status. */
export const COMMON_ERRORS = {
  invalid_input: 422,
  unauthorized: 401,
  email_not_confirmed: 401,
  offer_not_accepted: 423,
  not_found: 404,
  plan_too_low: 403,
  scope_missing: 403,
  account_limited: 402,
  demo_over: 418,
  too_large: 413,
  too_many_requests: 429,
  api_limit_reached: 429,
  try_again_later: 503,
} as const
export type CommonError = keyof typeof COMMON_ERRORS

type NameIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NameIn<Rest> : never
/** `{c}` is the numeric cabinet id; every other part of a path is a text. */
export type ParamsOf<P extends string> = { [Name in NameIn<P>]: Name extends 'c' ? number : string }

export type Upload = { field: string; maxBytes: number }
export type UploadedFile = { name: string; bytes: Uint8Array }
export type Binary = {
  bytes: Uint8Array
  type: string
  name: string
  /** Of a large file, only on the server: sent instead of `bytes`, as it comes. */
  parts?: AsyncIterable<Uint8Array>
}

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
  readonly scope: Scope | undefined
  readonly beforeOffer: boolean
  readonly whileLimited: boolean
  readonly writes: boolean
  readonly asksOutside: O
  readonly summary: string
  readonly query: Q
  readonly body: B
  readonly reply: R
  readonly paged: Paged
  readonly upload: U
  readonly status: number
  readonly errors: E
}

/** A page of rows, as the table shows it. */
export type Meta = { total: number; page: number; limit: number }
export const Meta = z.object({ total: z.int(), page: z.int(), limit: z.int() })

type Spec<Q, B, R, E, Paged, U, W, O> = {
  who: W
  plan?: Plan
  /** A key of the cabinet with this scope may make the call too. */
  scope?: Scope
  /** A user who has not accepted the offer yet may make it. */
  beforeOffer?: true
  /** A limited cabinet may still make it, although it writes. */
  whileLimited?: true
  /** A GET that changes something all the same. */
  writes?: true
  /**
   * Waits for somebody else's server: the door is opened and shut before, and the handler keeps its own transactions
   * short.
   */
  asksOutside?: O
  /** Changes nothing although it is no GET: the question is too long for an address. */
  readsOnly?: true
  /** One sentence for the API document. */
  summary: string
  query?: Q
  body?: B
  reply: R
  /** The reply is a page: `data` is an array and `meta` stands beside it. */
  paged?: Paged
  /** The body comes as multipart/form-data with one file. */
  upload?: U
  status?: number
  errors?: E
}

/** Describes one call. `path` is the path after `/api`, to the letter of the specification. */
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
>(method: Method, path: P, spec: Spec<Q, B, R, E, Paged, U, W, O>): Call<P, Q, B, R, E, Paged, U, W, O> {
  return {
    method,
    path,
    who: spec.who,
    plan: spec.plan,
    summary: spec.summary,
    scope: spec.scope,
    beforeOffer: spec.beforeOffer ?? false,
    whileLimited: spec.whileLimited ?? false,
    writes: spec.writes ?? (method !== 'GET' && !spec.readsOnly),
    asksOutside: (spec.asksOutside ?? false) as O,
    query: spec.query ?? (z.undefined() as unknown as Q),
    body: spec.body ?? (z.undefined() as unknown as B),
    reply: spec.reply,
    paged: (spec.paged ?? false) as Paged,
    upload: spec.upload as U,
    status: spec.status ?? 200,
    errors: spec.errors ?? ({} as E),
  }
}

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

/** A binary reply: the handler returns bytes with their media type and file name. */
export const Bytes = z
  .custom<Binary>((value) => value instanceof Object && 'bytes' in value)
  .meta({ type: 'string', format: 'binary' })

function jsonSchema(shape: Shape, io: 'input' | 'output') {
  return shape instanceof z.ZodUndefined ? undefined : z.toJSONSchema(shape, { io, unrepresentable: 'any' })
}

/** The published document of all calls, OpenAPI 3.1. */
export function openapi(rooms: Readonly<Record<string, Room>>, version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [tag, room] of Object.entries(rooms)) {
    for (const [operationId, one] of Object.entries(room)) {
      const refusals = Object.entries({
        ...(one.who === 'nobody' ? {} : { unauthorized: 401 }),
        ...(one.scope && { scope_missing: 403, api_limit_reached: 429 }),
        ...one.errors,
      })
      const body = jsonSchema(one.body, 'input')
      const query = jsonSchema(one.query, 'input') as
        | { properties?: Record<string, unknown>; required?: string[] }
        | undefined
      const data = jsonSchema(one.reply, 'output')
      const type = one.reply === Bytes ? 'application/octet-stream' : 'application/json'
      ;(paths[`/api${one.path}`] ??= {})[one.method.toLowerCase()] = {
        operationId,
        tags: [tag],
        summary: one.summary,
        'x-who': one.who,
        ...(one.plan && { 'x-plan': one.plan }),
        ...(one.scope && { 'x-scope': one.scope }),
        security: one.who === 'nobody' ? [] : [{ session: [] }, ...(one.scope ? [{ key: [one.scope] }] : [])],
        parameters: [
          ...[...one.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
            name,
            in: 'path',
            required: true,
            schema: { type: name === 'c' ? 'integer' : 'string' },
          })),
          ...Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
            name,
            in: 'query',
            required: query?.required?.includes(name) ?? false,
            schema,
          })),
        ],
        ...(body && {
          requestBody: { content: { [one.upload ? 'multipart/form-data' : 'application/json']: { schema: body } } },
        }),
        responses: {
          [one.status]: {
            description: 'Done',
            content: {
              [type]: {
                schema:
                  one.reply === Bytes
                    ? data
                    : { type: 'object', properties: { data, ...(one.paged && { meta: jsonSchema(Meta, 'output') }) } },
              },
            },
          },
          ...Object.fromEntries(
            refusals.map(([, status]) => [
              status,
              {
                description: refusals
                  .filter(([, other]) => other === status)
                  .map(([code]) => code)
                  .join(', '),
              },
            ]),
          ),
        },
      }
    }
  }
  const securitySchemes = {
    session: { type: 'http', scheme: 'bearer', description: 'The token of a login.' },
    key: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API key of the cabinet, kk_…; x-scope names what it must be allowed to do.',
    },
  }
  return { openapi: '3.1.0', info: { title: 'Kartoteka API', version }, paths, components: { securitySchemes } }
}
