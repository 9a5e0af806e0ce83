/** The public addresses of a form, and the list of all public addresses. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fillCard } from '../../../card/fill.ts'
import { isForLater, RETRY_SECONDS } from '../../base/answer-fault.ts'
import type { App } from '../../base/app.ts'
import { isStorable } from '../../base/fields.ts'
import { networkOf } from '../../base/network.ts'
import { Refusal } from '../../base/refusal.ts'
import { countTry, hasNoMoreTries } from '../../base/tries.ts'
import { readUtm } from '../../people/growth/growth.ts'
import { noteVisit } from '../../people/forms/forms.ts'
import { filePath } from '../../platform/files/files.ts'
import { findTemplate } from '../../cards/templates/templates.ts'
import { newChallenge } from '../../people/verification/verification.ts'
import { type FormMaterial, pagesOf } from './form-pages.ts'
import { keptMaterial, stampOf } from './kept-material.ts'
import { takeHandedOver } from './hand-over.ts'
import { sampleValues } from './sample.ts'
import { addressOf, askedBy, atForm, readForm } from './at-form.ts'
import { loadPages } from './pages.ts'
import { takeForm } from './take-form.ts'
import { chosenLanguage, href, pageFrame, queryOf, sendEmbed, sendPage, sendProblem } from './reply-page.ts'
import { goToGoogle, goToTelegram, sendCardFile, sendLinkBySms, showInstall } from './serve-card.ts'
import { followLink } from './follow-link.ts'
import { goToTrialAtGoogle, sendTrialFile, showTrial } from './trial.ts'
import { sendLook } from './serve-look.ts'
import { shownLook } from './shown-look.ts'
import { beginVisit, countsVisit, isSameVisit } from './visit.ts'

const OPENS = { max: 600, windowMs: 60 * 60 * 1000 }

async function openForm(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asked = askedBy(request)
  const stamped = await stampOf(app, asked)
  const known = stamped && keptMaterial(app, asked, stamped)
  if (known) return showForm(app, request, reply, known, stamped.linkId)
  return readForm(
    app,
    request,
    reply,
    { asked, stamped },
    async (material, linkId) => () => showForm(app, request, reply, material, linkId),
  )
}

async function showForm(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  material: FormMaterial,
  linkId: string | undefined,
): Promise<FastifyReply> {
  const { cabinet, form } = material
  const { isOpen } = form.settings
  const shown = await pagesOf(app, request, material)
  const html = isOpen ? shown.form({ values: {}, errors: {}, token: randomUUID() }) : shown.closed()
  // The test phone's frame and link previews count too: "opened" means shown.
  if (request.method === 'GET' && !isSameVisit(request, linkId) && countsVisit(app, request))
    noteVisit(app, cabinet.id, { ...form, utm: readUtm(queryOf(request)), linkId })
  if (isOpen) beginVisit(reply, app.publicUrl, addressOf(material), linkId)
  return sendPage(reply, html)
}

/** The challenge for the browser of a visitor who may ask for a code. */
async function sendChallenge(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if ((await countTry(app.database.counters, `form-proof|${networkOf(request.ip)}`, OPENS, app.clock.now())) > 0)
    return reply.code(429).header('cache-control', 'no-store').send()
  return atForm(app, request, reply, async ({ db, form }) => {
    if (!form.settings.smsCheck || !form.settings.isOpen) throw new Refusal('not_found')
    const challenge = await newChallenge(app, db, form.id)
    return () => reply.header('cache-control', 'no-store').send(challenge)
  })
}

/** The card and a button for a frame on the website of the business. Nothing is counted until the form is opened. */
async function showEmbed(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return atForm(app, request, reply, async ({ cabinet, db, form }) => {
    const pages = await loadPages()
    const { lang: asked, via, ...query } = queryOf(request)
    const lang = chosenLanguage({ ...(asked !== undefined && { lang: asked }) }, form.settings.lang)
    const path = `/f/${cabinet.domain}/${form.form_key}`
    const { languages: _, ...frame } = await pageFrame(app, path, {}, lang, form.settings.theme)
    const template = await findTemplate(db, form.template_id)
    const organisation = template?.design.organisation ?? cabinet.name
    if (!form.settings.isOpen) return () => sendEmbed(reply, pages.renderClosed({ ...frame, organisation }), 410)
    const utm = Object.fromEntries(Object.entries(query).filter(([name]) => name.startsWith('utm_')))
    const html = pages.renderEmbed({
      ...frame,
      organisation,
      title: form.settings.title || organisation,
      look: await shownLook(db, cabinet, form.id, path),
      card: template ? fillCard(template.design, sampleValues(lang), (id) => filePath(cabinet.id, id)) : null,
      href: app.publicUrl + href(path, { lang, ...(via !== undefined && { via }), ...utm }),
    })
    return () => sendEmbed(reply, html, 200)
  })
}

async function showAgreement(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return atForm(app, request, reply, async ({ cabinet, db, form }) => {
    const pages = await loadPages()
    const query = queryOf(request)
    const path = `/f/${cabinet.domain}/${form.form_key}`
    const template = await findTemplate(db, form.template_id)
    const frame = await pageFrame(
      app,
      `${path}/agreement`,
      query,
      chosenLanguage(query, form.settings.lang),
      form.settings.theme,
    )
    const html = pages.renderAgreement({
      ...frame,
      organisation: template?.design.organisation ?? cabinet.name,
      text: form.settings.agreement.text,
      textLang: form.settings.lang,
      backHref: href(path, { ...query, step: 'form' }),
    })
    return () => sendPage(reply, html)
  })
}

/** Registers the public pages. An error is a page too, in the visitor's language. */
export function servePages(http: FastifyInstance, app: App): void {
  const add = (method: 'GET' | 'POST', url: string, handle: typeof openForm, bodyLimit = 64 * 1024) =>
    http.route({
      method,
      url,
      bodyLimit,
      handler: async (request, reply) => {
        try {
          if (!Object.values(request.params as Record<string, string>).every(isStorable)) throw new Refusal('not_found')
          return await handle(app, request, reply)
        } catch (error) {
          if (error instanceof Refusal && error.code === 'not_found')
            return sendProblem(app, request, reply, 'not_found', 404)
          if (hasNoMoreTries(error)) return sendProblem(app, request, reply, 'too_many_from_here', 429)
          if (error instanceof Refusal && error.code === 'card_over')
            return sendProblem(app, request, reply, error.code, 410)
          if (isForLater(request, error))
            return sendProblem(app, request, reply.header('retry-after', RETRY_SECONDS), 'try_again_later', 503)
          request.log.error({ error: error instanceof Error ? error.stack : String(error) }, 'a public page failed')
          return sendProblem(app, request, reply, 'server_error', 500)
        }
      },
    })
  add('GET', '/q/:domain/:code', followLink)
  add('GET', '/f/:domain/:formKey', openForm)
  add('POST', '/f/:domain/:formKey', takeForm)
  add('GET', '/f/:domain/:formKey/embed', showEmbed)
  add('GET', '/f/:domain/:formKey/agreement', showAgreement)
  add('GET', '/f/:domain/:formKey/proof', sendChallenge)
  add('GET', '/f/:domain/:formKey/:part/:name', sendLook)
  add('GET', '/c/:domain/till/:code', takeHandedOver)
  add('GET', '/c/:domain/try/:code', showTrial)
  add('GET', '/c/:domain/try/:code/card.pkpass', sendTrialFile)
  add('GET', '/c/:domain/try/:code/google', goToTrialAtGoogle)
  add('GET', '/c/:domain/:ticket', showInstall)
  add('GET', '/c/:domain/:ticket/card.pkpass', sendCardFile)
  add('GET', '/c/:domain/:ticket/google', goToGoogle)
  add('GET', '/c/:domain/:ticket/telegram', goToTelegram)
  add('POST', '/c/:domain/:ticket/sms', sendLinkBySms)
}
