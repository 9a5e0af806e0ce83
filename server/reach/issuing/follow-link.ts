/** The short address of a named link: typed from paper or scanned, it leads to the form. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../base/app.ts'
import { networkOf } from '../../base/network.ts'
import { Refusal } from '../../base/refusal.ts'
import { countTry } from '../../base/tries.ts'
import { openForPublic } from '../../platform/cabinets/cabinets.ts'
import { findLink } from '../../people/forms/forms.ts'
import { href, queryOf, sendProblem } from './reply-page.ts'

/** Guests of a business share one address; codes are not guessed in so many tries. */
const FOLLOWS = { max: 600, windowMs: 60 * 60 * 1000 }

/** @throws Refusal not_found */
export async function followLink(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const waitMs = await countTry(app.database.counters, `form-link|${networkOf(request.ip)}`, FOLLOWS, app.clock.now())
  if (waitMs > 0) return sendProblem(app, request, reply, 'too_many_requests', 429)
  const { domain, code } = request.params as { domain: string; code: string }
  const [path, link] = await openForPublic(app, { domain: domain.toLowerCase() }, async (cabinet, db) => {
    const found = await findLink(db, code)
    if (!found) throw new Refusal('not_found')
    return [`/f/${cabinet.domain}/${found.formKey}`, found] as const
  })
  return reply
    .code(302)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header('location', href(path, { ...queryOf(request), ...(link.isOn && { via: link.code }) }))
    .send()
}
