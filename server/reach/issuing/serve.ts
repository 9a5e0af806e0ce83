/** The public addresses of a form, and the list of all public addresses. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fillCard } from '../../../card/fill.ts'
import { say } from '../../../words/say.ts'
import { isForLater, RETRY_SECONDS } from '../../base/answer-fault.ts'
import type { App } from '../../base/app.ts'
import { isStorable } from '../../base/fields.ts'
import { networkOf } from '../../base/network.ts'
import { Refusal } from '../../base/refusal.ts'
import { countTry } from '../../base/tries.ts'
import { openForPublic } from '../../platform/cabinets/cabinets.ts'
import { readUtm } from '../../people/growth/growth.ts'
import {
  areCompiled,
  compileExpressions,
  findDeletedForm,
  findForm,
  linkIdOf,
  noteVisit,
} from '../../people/forms/forms.ts'
import { filePath } from '../../platform/files/files.ts'
import { ticketOf } from '../passes/passes.ts'
import { findTemplate } from '../../cards/templates/templates.ts'
import { newChallenge } from '../../people/verification/verification.ts'
import { stepBeforeCard } from './code-step.ts'
import { closedPage, type FormMaterial, type FormPlace, openFormPages, pagesOf, readMaterial } from './form-pages.ts'
import { keepMaterial, keptMaterial, stampOf } from './kept-material.ts'
import { issueCard } from './issuing.ts'
import { takeHandedOver } from './hand-over.ts'
import { cookieWith, ownClientIds } from './own-browser.ts'
import { sampleValues } from './sample.ts'
import { loadPages } from './pages.ts'
import { chosenLanguage, href, pageFrame, queryOf, sendEmbed, sendPage, sendProblem, textsOf } from './reply-page.ts'
import { goToGoogle, goToTelegram, sendCardFile, sendLinkBySms, showInstall } from './serve-card.ts'
import { HONEYPOT, checkForBot } from './bot-check.ts'
import { followLink } from './follow-link.ts'
import { goToTrialAtGoogle, sendTrialFile, showTrial } from './trial.ts'
import { sendLook } from './serve-look.ts'
import { shownLook } from './shown-look.ts'
import { beginVisit, countsVisit, endVisit, isSameVisit } from './visit.ts'

/** Many customers of a business may share one address, for example its Wi-Fi. */
const SUBMITS = { max: 100, windowMs: 60 * 60 * 1000 }
const OPENS = { max: 600, windowMs: 60 * 60 * 1000 }

type FormAddress = { domain: string; formKey: string }

const addressOf = ({ cabinet, form }: Pick<FormPlace, 'cabinet' | 'form'>) => `/f/${cabinet.domain}/${form.form_key}`

/** Runs after the commit, so that nothing is announced that was rolled back. */
type Answer = () => FastifyReply | Promise<FastifyReply>

/** Runs in a transaction of the cabinet and form of an address; a deleted form is closed. @throws Refusal not_found */
async function atForm(
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

async function openForm(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asked = { ...(request.params as FormAddress), via: queryOf(request).via }
  const stamped = await stampOf(app, asked)
  const known = stamped && keptMaterial(app, asked, stamped)
  if (known) return showForm(app, request, reply, known, stamped.linkId)
  return atForm(app, request, reply, async (place) => {
    const linkId = await linkIdOf(place.db, place.form.form_key, asked.via)
    const material = await readMaterial(app, place)
    if (stamped) keepMaterial(app, asked, stamped, material)
    return () => showForm(app, request, reply, material, linkId)
  })
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

async function takeForm(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const waitMs = await countTry(app.database.counters, `form-submit|${networkOf(request.ip)}`, SUBMITS, app.clock.now())
  if (waitMs > 0) return sendProblem(app, request, reply, 'too_many_requests', 429)
  return submitForm(app, request, reply)
}

async function submitForm(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = textsOf(request.body)
  const pages = await loadPages()
  return atForm(app, request, reply, async (place) => {
    const { cabinet, db, form } = place
    const { fields } = form.settings
    if (!areCompiled(fields)) {
      // Takes a while, so it is done after this transaction, and the form is taken in another one.
      return () => {
        compileExpressions(fields)
        return submitForm(app, request, reply)
      }
    }
    const query = queryOf(request)
    const shown = await openFormPages(app, request, place)
    const { lang } = shown
    if (!form.settings.isOpen) return () => sendPage(reply, shown.closed(), 410)
    const token = body[pages.POST_NAMES.token] ?? ''
    const startedAt = body[pages.POST_NAMES.startedAt] ?? ''
    const verdict = checkForBot(app, form.form_key, { token, startedAt, honeypot: body[HONEYPOT] ?? '' })
    if (verdict !== 'person')
      return () =>
        verdict === 'expired'
          ? sendProblem(app, request, reply, 'form_expired', 400)
          : sendProblem(app, request, reply, 'too_many_requests', 429)
    const sentence = (code: string) => say(lang, `refusals.fields.${code}`, { min: 1, max: 200, count: 200 })
    const submission = {
      raw: body,
      token,
      hasAgreed: body[pages.POST_NAMES.agree] !== undefined,
      terms: body[pages.POST_NAMES.terms],
      lang,
      ip: request.ip,
      proof: { isCoded: false, ownIds: ownClientIds(app, cabinet.id, request) },
      utm: readUtm(query),
      linkId: await linkIdOf(db, form.form_key, query.via),
    }
    const before = form.settings.smsCheck
      ? await stepBeforeCard({ app, reply, place, pages: shown, submission, sentence })
      : 'as_usual'
    if (typeof before === 'function') return before
    submission.proof.isCoded = before === 'proved'
    const outcome = await issueCard(app, db, form, { ...submission, areCardsGiven: shown.areCardsGiven }, sentence)
    if (outcome.kind === 'faults') {
      // The box is ticked for the words that the page shows now, or not at all.
      const { [pages.POST_NAMES.agree]: _, ...unticked } = body
      const values = outcome.faults.agree ? unticked : body
      return () => sendPage(reply, shown.form({ values, errors: outcome.faults, token }), 422)
    }
    if (outcome.kind === 'full') return () => sendProblem(app, request, reply, 'card_limit', 409, shown.organisation)
    if (outcome.kind === 'kept') {
      const html = await shown.kept(outcome)
      const cookie = cookieWith(app, request, cabinet, outcome.clientId)
      return () => sendPage(reply.header('set-cookie', cookie), html)
    }
    const ticket = ticketOf(app, cabinet.id, outcome.pass.id)
    const cookie = cookieWith(app, request, cabinet, outcome.pass.client_id)
    return () =>
      endVisit(reply.header('set-cookie', cookie), app.publicUrl, addressOf(place))
        .code(303)
        .header('cache-control', 'no-store')
        .header(
          'location',
          href(`/c/${cabinet.domain}/${ticket}`, {
            lang,
            ...(query.device && { device: query.device }),
            ...(outcome.isKnown && { known: '1' }),
            ...(outcome.isUnproven && { fresh: '1' }),
          }),
        )
        .send()
  })
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
          if (error instanceof Refusal && error.code === 'too_many_from_here')
            return sendProblem(app, request, reply, error.code, 429)
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
