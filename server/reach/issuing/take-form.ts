/** A filled form: refused with its faults, or answered with the card. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { say } from '../../../words/say.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { networkOf } from '../../base/network.ts'
import { areCompiled, compileExpressions } from '../../people/forms/forms.ts'
import { readUtm } from '../../people/growth/growth.ts'
import { hasNoMoreCards, openForPublic } from '../../platform/cabinets/cabinets.ts'
import { hasNoMoreUses } from '../marketplace/marketplace.ts'
import { ticketOf } from '../passes/passes.ts'
import { addressOf, type Answer, type Asked, askedBy, readForm } from './at-form.ts'
import { HONEYPOT, checkForBot } from './bot-check.ts'
import { stepBeforeCard } from './code-step.ts'
import { askGate, isAsExpected, isCalm } from './form-gate.ts'
import { type FormMaterial, pagesOf } from './form-pages.ts'
import { issueCard } from './issuing.ts'
import { type Expected, expectedMaterial, keptMaterial } from './kept-material.ts'
import { cookieWith, ownClientIds } from './own-browser.ts'
import { loadPages } from './pages.ts'
import { href, queryOf, sendPage, sendProblem, textsOf } from './reply-page.ts'
import { isSentAgain } from './sent-pages.ts'
import { endVisit } from './visit.ts'

/**
 * What the process knows of the form is enough to begin with it, while it is asked whether that is still so: a filled
 * form waits for the database three times and not four. The answer is there before a client is written.
 */
export async function takeForm(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asked = askedBy(request)
  const network = networkOf(request.ip)
  const expected = isCalm(app, network) ? expectedMaterial(app, asked) : undefined
  // Before the transaction, so that none waits with a connection for those behind it.
  const gate = askGate(app, asked, network)
  if (expected && canBeginWith(expected)) {
    const isSo = gate.then((found) => {
      if (!isAsExpected(found, expected)) throw new Error('the form is not what it was')
    })
    isSo.catch(() => undefined)
    try {
      return await answerKept(app, request, reply, expected, { asked, stamped: expected.stamped, isSo })
    } catch (error) {
      // What went wrong may have been old.
      const isOld = !isAsExpected(await gate, expected)
      if (!isOld && !hasLost(error)) throw error
    }
  }
  const { waitMs, stamped } = await gate
  if (waitMs > 0) return sendProblem(app, request, reply, 'too_many_requests', 429)
  const submit = () => submitForm(app, request, reply, { asked, stamped })
  // Nothing of it was kept, and this time it is known before anything is made.
  return submit().catch((error: unknown) => {
    if (!hasLost(error)) throw error
    return submit()
  })
}

/** Somebody else took the last card, or used the code for the last time, at the same moment. */
const hasLost = (error: unknown) => hasNoMoreCards(error) || hasNoMoreUses(error)

/** Of a form with codes more is done than its transaction keeps or forgets. */
const canBeginWith = ({ material: { form } }: Expected): boolean =>
  !form.settings.smsCheck && areCompiled(form.settings.fields)

async function submitForm(app: App, request: FastifyRequest, reply: FastifyReply, of: Of): Promise<FastifyReply> {
  const { asked, stamped } = of
  const known = stamped && keptMaterial(app, asked, stamped)
  const fields = known?.form.settings.fields ?? []
  // Takes a while, so no transaction is open meanwhile.
  if (!areCompiled(fields)) compileExpressions(fields)
  if (known) return answerKept(app, request, reply, { material: known, stamped }, of)
  return readForm(app, request, reply, of, (material, linkId, db) =>
    answerForm(app, request, reply, { material, linkId, db }, of),
  )
}

async function answerKept(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { material, stamped: { linkId } }: Expected,
  of: Of,
): Promise<FastifyReply> {
  const answer = await openForPublic(
    app,
    material.cabinet,
    async (_, db) => {
      const made = await answerForm(app, request, reply, { material, linkId, db }, of)
      await of.isSo
      return made
    },
    { sharesRows: true },
  )
  return answer()
}

/** `isSo` fails where the form must not be answered so: it is waited for before a client is written and at the end. */
type Of = Asked & { isSo?: Promise<void> }
type Filled = { material: FormMaterial; linkId: string | undefined; db: CabinetDb }

async function answerForm(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { material, linkId, db }: Filled,
  of: Of,
): Promise<Answer> {
  const body = textsOf(request.body)
  const pages = await loadPages()
  const { cabinet, form } = material
  const place = { cabinet, db, form }
  // Takes a while, so it is done after this transaction, and the form is taken in another one.
  if (!areCompiled(form.settings.fields))
    return () => {
      compileExpressions(form.settings.fields)
      return submitForm(app, request, reply, of)
    }
  const query = queryOf(request)
  const shown = await pagesOf(app, request, material)
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
    isSentAgain: isSentAgain(app, token),
    hasAgreed: body[pages.POST_NAMES.agree] !== undefined,
    terms: body[pages.POST_NAMES.terms],
    lang,
    ip: request.ip,
    proof: { isCoded: false, ownIds: ownClientIds(app, cabinet.id, request) },
    utm: readUtm(query),
    linkId,
  }
  const before = form.settings.smsCheck
    ? await stepBeforeCard({ app, reply, place, pages: shown, submission, sentence })
    : 'as_usual'
  if (typeof before === 'function') return before
  submission.proof.isCoded = before === 'proved'
  const outcome = await issueCard(
    app,
    db,
    form,
    { ...submission, areCardsGiven: shown.areCardsGiven, mayWrite: of.isSo },
    sentence,
  )
  if (outcome.kind === 'faults') {
    // The box is ticked for the words that the page shows now, or not at all.
    const { [pages.POST_NAMES.agree]: _, ...unticked } = body
    const values = outcome.faults.agree ? unticked : body
    return () => sendPage(reply, shown.form({ values, errors: outcome.faults, token }), 422)
  }
  if (outcome.kind === 'full') return () => sendProblem(app, request, reply, 'card_limit', 409, shown.organisation)
  if (outcome.kind === 'kept') {
    const html = shown.kept(outcome)
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
}
