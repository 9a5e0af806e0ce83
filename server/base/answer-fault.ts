/** Answers a refusal or a fault in the caller's language. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { say } from '../../words/say.ts'
import { countIn } from '../../words/words.ts'
import type { App } from './app.ts'
import { Busy } from './crypto.ts'
import { isDatabaseGone, isDatabaseSlow } from './db.ts'
import { sayFaults } from './fields.ts'
import { commonStatus, Refusal } from './refusal.ts'
import { languageOf } from './request-language.ts'

type Errors = Readonly<Record<string, number>>
/** What is sent: a status, a code, and what the sentence of the code needs. */
type Fault = { status: number; code: string; detail?: Refusal['detail']; fields?: Refusal['fields'] }

function send(request: FastifyRequest, reply: FastifyReply, { status, code, detail, fields }: Fault): FastifyReply {
  const lang = languageOf(request)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({
      error: {
        code,
        message: say(lang, `refusals.codes.${code}`, {
          ...countIn(detail),
          ...(detail as Record<string, string | number>),
        }),
        ...(fields && { fields: sayFaults(lang, fields) }),
        ...(detail && Object.keys(detail).length > 0 && { detail }),
        requestId: request.id,
      },
    })
}

/** Undefined for a refusal that the call does not declare. */
function declared(refusal: Refusal, errors: Errors): Fault | undefined {
  const status = errors[refusal.code] ?? commonStatus(refusal.code)
  if (status === undefined) return undefined
  const { code, detail, fields } = refusal
  return { status, code, detail, ...(fields && { fields }) }
}

/** What Fastify and its plugins refuse before a handler runs; undefined for a fault of ours. */
function refusedByFastify(error: unknown, errors: Errors): Fault | undefined {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) {
    const code = Object.keys(errors).find((one) => one.endsWith('_too_large'))
    return { status: errors[code ?? ''] ?? 413, code: code ?? 'too_large' }
  }
  if (status === 429) return { status, code: 'too_many_requests' }
  if (status === 404) return { status, code: 'not_found' }
  return status >= 400 && status < 500 ? { status: 422, code: 'invalid_input' } : undefined
}

export const RETRY_SECONDS = '2'

/**
 * Nothing is wrong with the request: too much is asked for now, or the database is away. What is at fault writes its
 * own line into the process log, but for a statement that took too long.
 */
export function isForLater(request: FastifyRequest, error: unknown): boolean {
  if (isDatabaseSlow(error)) request.log.warn({ path: request.routeOptions.url }, 'the database took too long')
  return error instanceof Busy || isDatabaseGone(error) || isDatabaseSlow(error)
}

/** Any unexpected error is a 500 with the id of the request. */
export function answerFault(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  errors: Errors = {},
): FastifyReply {
  if (error instanceof Refusal) {
    const fault = declared(error, errors)
    if (!fault) request.log.error({ code: error.code }, 'a refusal that the call does not declare')
    return send(request, reply, fault ?? { status: 500, code: 'server_error' })
  }
  if (isForLater(request, error)) {
    reply.header('retry-after', RETRY_SECONDS)
    return send(request, reply, { status: 503, code: 'try_again_later' })
  }
  const fault = refusedByFastify(error, errors)
  if (!fault)
    app.log.error(
      {
        requestId: request.id,
        path: request.routeOptions.url,
        error: error instanceof Error ? error.stack : String(error),
      },
      'a request failed',
    )
  return send(request, reply, fault ?? { status: 500, code: 'server_error' })
}
