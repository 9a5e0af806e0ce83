/**
 * The addresses that a provider and the browsers it sends back call: `/payments/{provider}/result`, `/success` and
 * `/fail`. The result is signed and credits; the other two lead back and know nothing.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Domain } from '../../../contract/platform/cabinets.ts'
import type { App } from '../../base/app.ts'
import { Refusal } from '../../base/refusal.ts'
import { openForPublic } from '../../platform/cabinets/cabinets.ts'
import type { Fields, Reason, PaymentCall } from './providers/provider.ts'
import { PROVIDERS } from './providers/providers.ts'
import { keepRefusal } from './refused.ts'
import { connectedShop } from './settings.ts'
import { settlePaid } from './settle.ts'

const BODY_MAX = 16 * 1024

type Params = { provider: string; what: string }

/** Each field once: of two with one name nobody knows which was signed. @returns null for two */
export function fieldsOf({ method, url, body }: Pick<FastifyRequest, 'method' | 'url' | 'body'>): Fields | null {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
  const sent = [...new URLSearchParams(method === 'POST' && typeof body === 'string' ? body : query)]
  const names = new Set(sent.map(([name]) => name.toLowerCase()))
  return names.size === sent.length ? Object.fromEntries(sent) : null
}

async function settle(
  app: App,
  provider: string,
  call: Extract<PaymentCall, { kind: 'paid' }>,
): Promise<Reason | null> {
  return openForPublic(app, { id: call.cabinetId }, (_, db) => settlePaid(app, db, { ...call, provider })).catch(
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'not_found') return 'unknown_payment' as const
      throw error
    },
  )
}

async function takeResult(app: App, request: FastifyRequest, reply: FastifyReply, key: string): Promise<FastifyReply> {
  const fields = fieldsOf(request)
  const connected = await connectedShop(app, key)
  const call: PaymentCall = !connected
    ? { kind: 'refused', reason: 'not_connected' }
    : fields
      ? connected.provider.readResult(connected.shop, fields)
      : { kind: 'refused', reason: 'malformed' }
  const reason = call.kind === 'refused' ? call.reason : await settle(app, key, call)
  reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
  if (call.kind === 'paid' && connected && reason === null) return reply.send(connected.provider.answerTo(call.number))
  await keepRefusal(app, {
    provider: key,
    reason: reason ?? 'malformed',
    invoice: (fields?.InvId ?? '').slice(0, 40),
    ip: request.ip,
  })
  return reply.code(400).send('ERROR')
}

/** Back to the payments of the business that the link has named; no state is looked at, none is changed. */
function leadBack(reply: FastifyReply, { provider: key, what }: Params, fields: Fields | null): FastifyReply {
  const place = Domain.safeParse((fields && PROVIDERS[key]?.placeOf(fields)) ?? '')
  const way = place.success ? `/#/${place.data}/balance/payments?back=${what}` : '/'
  return reply.header('cache-control', 'no-store').code(303).header('location', way).send()
}

export function servePayments(http: FastifyInstance, app: App): void {
  void http.register((door, _, done) => {
    // Bodies are kept as they come: a name that is there twice must be seen.
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MAX }, (_request, body, parsed) =>
      parsed(null, body),
    )
    door.route<{ Params: Params }>({
      method: ['GET', 'POST'],
      url: '/payments/:provider/:what',
      async handler(request, reply) {
        const { provider, what } = request.params
        if (!PROVIDERS[provider] || !['result', 'success', 'fail'].includes(what)) return reply.code(404).send()
        if (what === 'result') return takeResult(app, request, reply, provider)
        return leadBack(reply, request.params, fieldsOf(request))
      },
    })
    done()
  })
}
