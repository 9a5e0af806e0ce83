/** The logo and the background of a form's page; the address changes with the picture, so a browser keeps it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../base/app.ts'
import { Refusal } from '../../base/refusal.ts'
import { findForm, lookFile } from '../../people/forms/forms.ts'
import { openForPublic } from '../../platform/cabinets/cabinets.ts'

/** @throws Refusal not_found */
export async function sendLook(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { domain, formKey, part, name } = request.params as Record<'domain' | 'formKey' | 'part' | 'name', string>
  const hash = /^([0-9a-f]{16})\.png$/.exec(name)?.[1]
  const bytes = await openForPublic(app, { domain }, async (_, db) => {
    const form = hash === undefined ? undefined : await findForm(db, formKey)
    return form && lookFile(db, form.id, { part, hash: hash ?? '' })
  })
  if (!bytes) throw new Refusal('not_found')
  return reply
    .type('image/png')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .send(bytes)
}
