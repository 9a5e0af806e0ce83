/** The form of a public address, and what its pages show. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { Refusal } from '../../base/refusal.ts'
import { findDeletedForm, findForm, linkIdOf } from '../../people/forms/forms.ts'
import { openForPublic } from '../../platform/cabinets/cabinets.ts'
import { closedPage, type FormMaterial, type FormPlace, readMaterial } from './form-pages.ts'
import { type Asked as FormAsked, keepMaterial, type Stamped } from './kept-material.ts'
import { queryOf, sendPage } from './reply-page.ts'

type FormAddress = { domain: string; formKey: string }

export const addressOf = ({ cabinet, form }: Pick<FormPlace, 'cabinet' | 'form'>) =>
  `/f/${cabinet.domain}/${form.form_key}`

/** Runs after the commit, so that nothing is announced that was rolled back. */
export type Answer = () => FastifyReply | Promise<FastifyReply>

/** Runs in a transaction of the cabinet and form of an address; a deleted form is closed. @throws Refusal not_found */
export async function atForm(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (place: FormPlace) => Promise<Answer>,
): Promise<FastifyReply> {
  const { domain, formKey } = request.params as FormAddress
  const answer = await openForPublic(app, { domain }, async (cabinet, db) => {
    const form = await findForm(db, formKey)
    if (form) return work({ cabinet, db, form })
    const deleted = await findDeletedForm(db, formKey)
    if (!deleted) throw new Refusal('not_found')
    const html = await closedPage(app, request, deleted, cabinet.name)
    return () => sendPage(reply, html, 410)
  })
  return answer()
}

export type Asked = { asked: FormAsked; stamped: Stamped | undefined }
export const askedBy = (request: FastifyRequest): FormAsked => ({
  ...(request.params as FormAddress),
  via: queryOf(request).via,
})

/** Reads what the pages of a form show, and keeps it. */
export function readForm(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { asked, stamped }: Asked,
  work: (material: FormMaterial, linkId: string | undefined, db: CabinetDb) => Promise<Answer>,
): Promise<FastifyReply> {
  return atForm(app, request, reply, async (place) => {
    const linkId = await linkIdOf(place.db, place.form.form_key, asked.via)
    const material = await readMaterial(app, place)
    if (stamped) keepMaterial(app, asked, stamped, material)
    return work(material, linkId, place.db)
  })
}
