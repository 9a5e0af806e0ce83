/**
 * The step between the form and the card: the visitor proves the phone number by a code. The entries travel in the
 * page, so nothing is stored of visitors who go no further.
 */
import type { FastifyReply } from 'fastify'
import { moscowTimeText } from '../../../contract/time.ts'
import { say } from '../../../words/say.ts'
import type { App } from '../../base/app.ts'
import { isSubmitted } from '../../people/clients/clients.ts'
import { type CodeSent, type CodeTaken, startCode, takeFormCode } from '../../people/verification/verification.ts'
import type { FormPages, FormPlace } from './form-pages.ts'
import { readSubmission, type Submission } from './issuing.ts'
import { loadPages } from './pages.ts'
import { sendPage } from './reply-page.ts'

const STATUS = {
  bad_phone: 422,
  other_country: 422,
  stale_proof: 422,
  over_limit: 429,
  needs_script: 429,
  unavailable: 503,
} as const satisfies Record<NotSent['kind'], number>

type Answer = () => FastifyReply | Promise<FastifyReply>
type NotSent = Exclude<CodeSent, { kind: 'on_its_way' }>
type Step = {
  app: App
  reply: FastifyReply
  place: FormPlace
  pages: FormPages
  submission: Submission
  sentence: (code: string) => string
}

/**
 * @returns `proved`: the code was right just now. `as_usual`: the form itself has faults and must be refused, or it was
 * sent before. Otherwise the page to show before the card
 */
export async function stepBeforeCard(step: Step): Promise<Answer | 'proved' | 'as_usual'> {
  const {
    app,
    reply,
    place: { db, form },
    pages,
    submission,
    sentence,
  } = step
  const { POST_NAMES } = await loadPages()
  const { raw, token } = submission
  const values = { ...raw, [POST_NAMES.token]: token }
  const wanted = raw[POST_NAMES.step] ?? ''
  if (wanted === 'edit')
    return () => sendPage(reply, pages.form({ values: formValues(values, POST_NAMES), errors: {}, token }))
  const { values: entries, faults } = await readSubmission(db, form.settings, submission, app.clock.now(), sentence)
  if (Object.keys(faults).length > 0) return 'as_usual'
  const phone = entries.tel ?? ''
  const again =
    (text: string, waitSeconds = 0) =>
    () =>
      sendPage(reply, pages.code({ phone, values, waitSeconds, wasSentAgain: false, error: text }), 422)
  if (wanted === 'code') {
    const taken = await takeFormCode(
      app,
      db,
      { formId: form.id, phone },
      (raw[POST_NAMES.code] ?? '').replace(/\s/g, ''),
    )
    if (taken.kind === 'right') return 'proved'
    // A double click sends the code twice; the second request finds it used.
    if (taken.kind === 'over' && (await isSubmitted(db, token))) return 'as_usual'
    return again(sayTaken(submission.lang, taken))
  }
  const send = await startCode(app, db, {
    formId: form.id,
    phone,
    organisation: pages.organisation,
    lang: submission.lang,
    ip: submission.ip,
    proof: raw[POST_NAMES.proof] ?? '',
  })
  return async () => {
    const sent = await send()
    if (sent.kind === 'on_its_way')
      return sendPage(
        reply,
        pages.code({ phone, values, waitSeconds: sent.waitSeconds, wasSentAgain: wanted === 'again' }),
      )
    // An earlier code is still valid, so a visitor who asked for another one stays at the input.
    if (wanted === 'again') return again(sayNotSent(submission.lang, sent, pages.organisation))()
    return sendPage(
      reply,
      pages.form({ values: formValues(values, POST_NAMES), token, ...notSent(step, sent) }),
      STATUS[sent.kind],
    )
  }
}

/** Fields of the code step do not travel on. */
function formValues(
  values: Readonly<Record<string, string>>,
  names: { step: string; code: string; proof: string },
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => name !== names.step && name !== names.code && name !== names.proof),
  )
}

function notSent({ place: { form }, submission, pages }: Step, sent: NotSent) {
  const text = sayNotSent(submission.lang, sent, pages.organisation)
  const field = form.settings.fields.find((one) => one.active && one.variableName === 'tel')
  return (sent.kind === 'bad_phone' || sent.kind === 'other_country') && field
    ? { errors: { [field.key]: { code: 'phone', message: text } } }
    : { errors: {}, problem: text }
}

const SENTENCES = {
  bad_phone: 'badPhone',
  other_country: 'otherCountry',
  stale_proof: 'staleProof',
  needs_script: 'needsScript',
  unavailable: 'unavailable',
} as const satisfies Record<Exclude<NotSent['kind'], 'over_limit'>, string>

function sayNotSent(lang: Submission['lang'], sent: NotSent, organisation: string): string {
  return sent.kind === 'over_limit'
    ? say(lang, 'pages.code.overLimit', { next: moscowTimeText(sent.next) })
    : say(lang, `pages.code.${SENTENCES[sent.kind]}`, { organisation })
}

function sayTaken(lang: Submission['lang'], taken: Exclude<CodeTaken, { kind: 'right' }>): string {
  if (taken.kind === 'wrong') return say(lang, 'pages.code.wrong', { left: taken.left })
  return say(lang, taken.kind === 'locked' ? 'pages.code.locked' : 'pages.code.over')
}
