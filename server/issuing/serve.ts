/** The addresses that customers open: the form, the card's own install page, the card file, Google's link. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fillCard } from '../../card/fill.ts'
import { LANGUAGES, type Language } from '../../contract/limits.ts'
import type { PageProps } from '../../pages/props.ts'
import { say } from '../../words/say.ts'
import { LANGUAGE_NAMES } from '../../words/words.ts'
import type { CabinetDb } from '../base/db.ts'
import type { Floor } from '../base/floor.ts'
import { languageOf } from '../base/http.ts'
import { isStorable } from '../base/fields.ts'
import { Refusal } from '../base/refusal.ts'
import { countTry } from '../base/tries.ts'
import { openForPublic, openForWork, type PublicCabinet } from '../cabinets/cabinets.ts'
import { filePath } from '../files/files.ts'
import { addToFunnel, findForm, findFormById, type StoredForm } from '../forms/forms.ts'
import { inviteOf } from '../marketplace/marketplace.ts'
import * as passes from '../passes/passes.ts'
import { findTemplate } from '../templates/templates.ts'
import { issueCard } from './issuing.ts'
import { loadPages } from './pages.ts'
import { sampleValues } from './sample.ts'
import { HONEYPOT, judgeTurn, startTurn } from './turn.ts'

/** A shop's whole queue may stand behind one address, a robot may not. */
const SUBMITS = { max: 100, windowMs: 60 * 60 * 1000 }
const OPENS = { max: 600, windowMs: 60 * 60 * 1000 }

/** No script or style but our own files; a page may stand in a frame of this very site (the test phone, the editor). */
const PAGE_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"

type FormAddress = { domain: string; formKey: string }
type CardAddress = { domain: string; ticket: string }
type Query = { lang?: string; device?: string; step?: string; known?: string; promo?: string }

/** Of a link with a promo code; what is longer is none. */
const PROMO_MAX = 40

const one = (value: unknown) => (typeof value === 'string' ? value : undefined)

function sendPage(reply: FastifyReply, html: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex').send(html)
}

function queryOf(request: FastifyRequest): Query {
  const { lang, device, step, known, promo } = request.query as Record<string, unknown>
  return Object.fromEntries(Object.entries({ lang: one(lang), device: one(device), step: one(step), known: one(known), promo: one(promo)?.slice(0, PROMO_MAX) }).filter(([, value]) => value !== undefined))
}

function href(path: string, query: Query): string {
  const text = new URLSearchParams(query as Record<string, string>).toString()
  return text === '' ? path : `${path}?${text}`
}

function chosenLanguage(query: Query, fallback: Language): Language {
  return (LANGUAGES as readonly string[]).includes(query.lang ?? '') ? query.lang as Language : fallback
}

async function pageFrame(floor: Floor, path: string, query: Query, lang: Language, theme: PageProps['theme']): Promise<PageProps> {
  const { ASSETS } = await loadPages()
  return {
    lang, theme, brand: floor.env.brand, assets: ASSETS,
    languages: LANGUAGES.map((code) => ({ code, name: LANGUAGE_NAMES[code], href: href(path, { ...query, lang: code }) })),
  }
}

async function sendProblem(floor: Floor, request: FastifyRequest, reply: FastifyReply, code: string, status: number, organisation = ''): Promise<FastifyReply> {
  const pages = await loadPages()
  const frame = await pageFrame(floor, request.url.split('?')[0] ?? '/', queryOf(request), chosenLanguage(queryOf(request), languageOf(request)), 'day')
  const html = code === 'not_found' ? pages.renderNotFound(frame) : pages.renderProblem({ ...frame, code, organisation, retryHref: request.url, requestId: request.id })
  return sendPage(reply, html, status)
}

type Shown = { values: Record<string, string>; errors: Record<string, { code: string; message: string }>; token: string }
type FormPlace = { cabinet: PublicCabinet; db: CabinetDb; form: StoredForm }

async function formHtml(floor: Floor, request: FastifyRequest, { cabinet, db, form }: FormPlace, shown: Shown): Promise<string> {
  const pages = await loadPages()
  const query = queryOf(request)
  const path = `/f/${cabinet.domain}/${form.form_key}`
  const lang = chosenLanguage(query, form.settings.lang)
  const frame = await pageFrame(floor, path, query, lang, form.settings.theme)
  const template = await findTemplate(db, form.template_id)
  const organisation = template?.design.organisation ?? cabinet.name
  if (!form.settings.isOpen) return pages.renderClosed({ ...frame, organisation })
  const image = (id: string | null | undefined) => id ? filePath(cabinet.id, id) : undefined
  const isFirst = Object.keys(shown.values).length === 0 && Object.keys(shown.errors).length === 0
  return pages.renderForm({
    ...frame, organisation, form: form.settings, token: shown.token, values: shown.values, errors: shown.errors,
    step: isFirst && form.settings.showDescriptionPage && query.step !== 'form' ? 'description' : 'form',
    prefilled: query.promo === undefined ? undefined : Object.fromEntries(form.settings.fields.filter((field) => field.active && field.variableName === 'promo').map((field) => [field.key, query.promo ?? ''])),
    action: href(path, { ...query, lang, step: 'form' }), formHref: href(path, { ...query, step: 'form' }),
    images: { logo: image(template?.design.images.logo), cover: image(template?.design.images.cover) },
    card: template ? fillCard(template.design, sampleValues(lang), (id) => filePath(cabinet.id, id)) : null,
    device: pages.deviceOf(request.headers['user-agent'] ?? '', query.device, hintsOf(request)),
    agreementHref: href(`${path}/agreement`, query), canonicalUrl: floor.publicUrl + path,
    turn: { honeypot: HONEYPOT, startedAt: startTurn(floor, form.form_key) }, thisYear: floor.clock.now().getUTCFullYear(),
  })
}

const hintsOf = (request: FastifyRequest) => ({ platform: one(request.headers['sec-ch-ua-platform']), mobile: one(request.headers['sec-ch-ua-mobile']) })

/** Sent after the transaction has committed, so nobody is told of what did not stay. */
type Answer = () => FastifyReply | Promise<FastifyReply>

/** Runs inside the cabinet and form of an address. @throws Refusal not_found */
async function atForm(floor: Floor, request: FastifyRequest, work: (place: FormPlace) => Promise<Answer>): Promise<FastifyReply> {
  const { domain, formKey } = request.params as FormAddress
  const answer = await openForPublic(floor, { domain }, async (cabinet, db) => {
    const form = await findForm(db, formKey)
    if (!form) throw new Refusal('not_found')
    return work({ cabinet, db, form })
  })
  return answer()
}

async function openForm(floor: Floor, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return atForm(floor, request, async (place) => {
    const { cabinet, form } = place
    const html = await formHtml(floor, request, place, { values: {}, errors: {}, token: randomUUID() })
    return async () => {
      // In a step of its own: the counter's row is locked for a moment only, however long a page takes to draw.
      // A page seen by the test phone's frame or a link preview counts like any other: "opened" means shown.
      const isCounted = request.method === 'GET' && await countTry(floor.database.db, `form-open|${request.ip}`, OPENS, floor.clock.now()) === 0
      if (isCounted) await openForWork(floor, cabinet.id, (db) => addToFunnel(db, form.id, 'opened'))
      return sendPage(reply, html)
    }
  })
}

/** The posted texts; whatever else a stranger sends instead of a form is left out. */
function textsOf(body: unknown): Record<string, string> {
  const entries = typeof body === 'object' && body !== null ? Object.entries(body) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string').slice(0, 200))
}

async function submitForm(floor: Floor, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const waitMs = await countTry(floor.database.db, `form-submit|${request.ip}`, SUBMITS, floor.clock.now())
  if (waitMs > 0) return sendProblem(floor, request, reply, 'too_many_requests', 429)
  const body = textsOf(request.body)
  const pages = await loadPages()
  return atForm(floor, request, async (place) => {
    const { cabinet, db, form } = place
    const query = queryOf(request)
    const lang = chosenLanguage(query, form.settings.lang)
    if (!form.settings.isOpen) {
      const html = await formHtml(floor, request, place, { values: {}, errors: {}, token: '' })
      return () => sendPage(reply, html, 410)
    }
    const turn = judgeTurn(floor, form.form_key, body[pages.POST_NAMES.startedAt] ?? '', body[HONEYPOT] ?? '')
    if (turn !== 'person') return () => turn === 'expired' ? sendProblem(floor, request, reply, 'form_expired', 400) : sendProblem(floor, request, reply, 'too_many_requests', 429)
    const token = /^[0-9a-f-]{36}$/.test(body[pages.POST_NAMES.token] ?? '') ? body[pages.POST_NAMES.token] as string : randomUUID()
    const sentence = (code: string) => say(lang, `refusals.fields.${code}`, { min: 1, max: 200 })
    const outcome = await issueCard(floor, db, form, { raw: body, token, hasAgreed: body[pages.POST_NAMES.agree] !== undefined, lang, ip: request.ip }, sentence)
    if (outcome.kind === 'faults') {
      const html = await formHtml(floor, request, place, { values: { ...body }, errors: outcome.faults, token })
      return () => sendPage(reply, html, 422)
    }
    if (outcome.kind === 'full' || outcome.kind === 'not_ready') {
      const organisation = (await findTemplate(db, form.template_id))?.design.organisation ?? cabinet.name
      return () => sendProblem(floor, request, reply, 'card_limit', outcome.kind === 'full' ? 409 : 503, organisation)
    }
    const path = `/c/${cabinet.domain}/${passes.ticketOf(floor, cabinet.id, outcome.pass.id)}`
    return () => reply.code(303).header('cache-control', 'no-store')
      .header('location', href(path, { lang, ...(query.device && { device: query.device }), ...(outcome.isKnown && { known: '1' }) })).send()
  })
}

async function showAgreement(floor: Floor, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return atForm(floor, request, async ({ cabinet, db, form }) => {
    const pages = await loadPages()
    const query = queryOf(request)
    const path = `/f/${cabinet.domain}/${form.form_key}`
    const template = await findTemplate(db, form.template_id)
    const frame = await pageFrame(floor, `${path}/agreement`, query, chosenLanguage(query, form.settings.lang), form.settings.theme)
    const html = pages.renderAgreement({
      ...frame, organisation: template?.design.organisation ?? cabinet.name, text: form.settings.agreement.text, textLang: form.settings.lang,
      backHref: href(path, { ...query, step: 'form' }),
    })
    return () => sendPage(reply, html)
  })
}

type CardPlace = { cabinet: PublicCabinet; db: CabinetDb; pass: passes.PassRow }

function atCard<T>(floor: Floor, request: FastifyRequest, work: (place: CardPlace) => Promise<T>): Promise<T> {
  const { domain, ticket } = request.params as CardAddress
  return openForPublic(floor, { domain }, async (cabinet, db) => {
    const pass = await passes.passOfTicket(floor, db, ticket)
    if (!pass) throw new Refusal('not_found')
    return work({ cabinet, db, pass })
  })
}

async function showInstall(floor: Floor, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const pages = await loadPages()
  const query = queryOf(request)
  const html = await atCard(floor, request, async ({ cabinet, db, pass }) => {
    const { card, client, lang: ownLang } = await passes.wholeCard(db, pass)
    const form = client.form_id ? await findFormById(db, client.form_id) : undefined
    const path = `/c/${cabinet.domain}/${(request.params as CardAddress).ticket}`
    const device = pages.deviceOf(request.headers['user-agent'] ?? '', query.device, hintsOf(request))
    const other = pages.otherChoice(device)
    return pages.renderInstall({
      ...await pageFrame(floor, path, query, chosenLanguage(query, ownLang), form?.settings.theme ?? 'day'),
      device, card, appleHref: `${path}/card.pkpass`, googleHref: `${path}/google`, qrText: floor.publicUrl + path, state: 'ready',
      otherDeviceHref: other && href(path, { ...query, device: other }), isKnown: query.known === '1', installText: form?.settings.installText ?? '',
      invite: await inviteOf(floor, db, cabinet.domain, client),
    })
  })
  return sendPage(reply, html)
}

async function sendCardFile(floor: Floor, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const unsigned = await atCard(floor, request, ({ db, pass }) => passes.readPackage(floor, db, pass))
  return passes.sendPackage(floor, request, reply.header('content-disposition', 'inline; filename="card.pkpass"'), unsigned)
}

async function goToGoogle(floor: Floor, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { cabinetId, passId } = await atCard(floor, request, async ({ db, pass }) => ({ cabinetId: db.cabinetId, passId: pass.id }))
  try {
    return reply.code(302).header('cache-control', 'no-store').header('location', await passes.googleSaveLink(floor, cabinetId, passId)).send()
  } catch (error) {
    floor.log.warn({ cabinetId, error: error instanceof Error ? error.message : String(error) }, 'Google has no link for a card')
    return sendProblem(floor, request, reply, 'card_not_ready', 503)
  }
}

/** Hangs the public pages. A fault is a page too, in the visitor's language. */
export function servePages(app: FastifyInstance, floor: Floor): void {
  const add = (method: 'GET' | 'POST', url: string, handle: typeof openForm, bodyLimit = 64 * 1024) => app.route({
    method, url, bodyLimit,
    handler: async (request, reply) => {
      try {
        if (!Object.values(request.params as Record<string, string>).every(isStorable)) throw new Refusal('not_found')
        return await handle(floor, request, reply)
      } catch (error) {
        if (error instanceof Refusal && error.code === 'not_found') return sendProblem(floor, request, reply, 'not_found', 404)
        request.log.error({ error: error instanceof Error ? error.stack : String(error) }, 'a public page failed')
        return sendProblem(floor, request, reply, 'server_error', 500)
      }
    },
  })
  add('GET', '/f/:domain/:formKey', openForm)
  add('POST', '/f/:domain/:formKey', submitForm)
  add('GET', '/f/:domain/:formKey/agreement', showAgreement)
  add('GET', '/c/:domain/:ticket', showInstall)
  add('GET', '/c/:domain/:ticket/card.pkpass', sendCardFile)
  add('GET', '/c/:domain/:ticket/google', goToGoogle)
}
