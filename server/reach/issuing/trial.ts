/**
 * "Try on a phone" of the card editor: a page with a sample card of a design. Its address is signed for an hour, so
 * that a phone needs no login; it gives nothing but a sample.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TRIAL_MS } from '../../../contract/limits.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { say } from '../../../words/say.ts'
import type { App } from '../../base/app.ts'
import { isSameSecret } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import { Refusal } from '../../base/refusal.ts'
import { openForPublic } from '../../platform/cabinets/cabinets.ts'
import * as passes from '../passes/passes.ts'
import { loadPages } from './pages.ts'
import { chosenLanguage, hintsOf, href, pageFrame, queryOf, sendPage, sendProblem } from './reply-page.ts'
import { sampleValues } from './sample.ts'

/** A sample is no card to show at a till. */
const SAMPLE_MS = DAY_MS

const macOf = (app: App, cabinetId: number, templateId: string, endsAt: number) =>
  app.keys.mac('trial-page', `${cabinetId}|${templateId}|${endsAt}`).slice(0, 22)

/** The address of the page of a design. */
export function trialAddress(app: App, db: CabinetDb, domain: string, templateId: string) {
  const endsAt = Math.floor((app.clock.now().getTime() + TRIAL_MS) / 1000)
  const code = templateId.replaceAll('-', '') + String(endsAt) + macOf(app, db.cabinetId, templateId, endsAt)
  return { url: `${app.publicUrl}/c/${domain}/try/${code}`, expiresAt: new Date(endsAt * 1000).toISOString() }
}

/** @returns the design of an address. @throws Refusal not_found for one that is not ours or is over */
function templateOf(app: App, cabinetId: number, code: string): string {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(\d{10})([\w-]{22})$/.exec(code)
  if (!parts) throw new Refusal('not_found')
  const id = parts.slice(1, 6).join('-')
  const endsAt = Number(parts[6])
  const isOurs = isSameSecret(parts[7] ?? '', macOf(app, cabinetId, id, endsAt))
  if (!isOurs || app.clock.now().getTime() >= endsAt * 1000) throw new Refusal('not_found')
  return id
}

function atTrial<T>(
  app: App,
  request: FastifyRequest,
  work: (place: { db: CabinetDb; trial: passes.Trial; path: string }) => Promise<T>,
): Promise<T> {
  const { domain, code } = request.params as { domain: string; code: string }
  return openForPublic(app, { domain }, async (cabinet, db) => {
    const lang = chosenLanguage(queryOf(request), 'en')
    const endsAt = new Date(app.clock.now().getTime() + SAMPLE_MS)
    const trial = { templateId: templateOf(app, cabinet.id, code), values: sampleValues(lang), lang, endsAt }
    return work({ db, trial, path: `/c/${domain}/try/${code}` })
  })
}

export async function showTrial(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const pages = await loadPages()
  const query = queryOf(request)
  const html = await atTrial(app, request, async ({ db, trial, path }) => {
    const { card } = await passes.trialCard(db, trial)
    const device = pages.deviceOf(request.headers['user-agent'] ?? '', query.device, hintsOf(request))
    const other = pages.otherChoice(device)
    return pages.renderInstall({
      ...(await pageFrame(app, path, query, trial.lang, 'day')),
      device,
      card,
      appleHref: href(`${path}/card.pkpass`, query),
      googleHref: href(`${path}/google`, query),
      qrText: app.publicUrl + path,
      state: 'ready',
      smsLink: null,
      isFresh: false,
      otherDeviceHref: other && href(path, { ...query, device: other }),
      testPhonesHref: null,
      isKnown: false,
      installText: say(trial.lang, 'pages.install.trial'),
      invite: undefined,
    })
  })
  return sendPage(reply, html)
}

export async function sendTrialFile(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const unsigned = await atTrial(app, request, ({ db, trial }) => passes.trialPackage(app, db, trial))
  if (unsigned === 'expired') return sendProblem(app, request, reply, 'card_not_ready', 503)
  const named = reply.header('content-disposition', 'inline; filename="card.pkpass"')
  return passes.sendPackage(app, request, named, unsigned)
}

export async function goToTrialAtGoogle(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { cabinetId, trial } = await atTrial(app, request, ({ db, trial }) =>
    Promise.resolve({ cabinetId: db.cabinetId, trial }),
  )
  try {
    const link = await passes.trialSaveLink(app, cabinetId, trial)
    return reply.code(302).header('cache-control', 'no-store').header('location', link).send()
  } catch (error) {
    if (error instanceof Refusal) throw error
    app.log.warn({ cabinetId, error: error instanceof Error ? error.message : String(error) }, 'Google has no sample')
    return sendProblem(app, request, reply, 'card_not_ready', 503)
  }
}
