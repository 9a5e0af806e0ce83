/** The public addresses of one card: the install page, the card file, Google's link, the link by SMS. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../../contract/limits.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { networkOf } from '../../base/network.ts'
import { Refusal } from '../../base/refusal.ts'
import { countTry } from '../../base/tries.ts'
import { openForPublic, type PublicCabinet } from '../../platform/cabinets/cabinets.ts'
import { isErased, phoneOf } from '../../people/clients/clients.ts'
import { findFormById } from '../../people/forms/forms.ts'
import { inviteOf } from '../marketplace/marketplace.ts'
import * as passes from '../passes/passes.ts'
import { sendLinkToHolder, smsLinkOf } from './link-by-sms.ts'
import { linkToBot, presentClient, telegramLinkText } from '../telegram/telegram.ts'
import { loadPages } from './pages.ts'
import {
  chosenLanguage,
  hintsOf,
  href,
  pageFrame,
  queryOf,
  sendPage,
  sendProblem,
  testPhonesHref,
} from './reply-page.ts'

/** Customers of a business may share one address. */
const OPENS = { max: 100, windowMs: HOUR_MS }

type CardAddress = { domain: string; ticket: string }
type CardPlace = { cabinet: PublicCabinet; db: CabinetDb; pass: passes.PassRow }

function atCard<T>(app: App, request: FastifyRequest, work: (place: CardPlace) => Promise<T>): Promise<T> {
  const { domain, ticket } = request.params as CardAddress
  return openForPublic(app, { domain }, async (cabinet, db) => {
    const pass = await passes.passOfTicket(app, db, ticket)
    if (!pass || (await isErased(db, pass.client_id))) throw new Refusal('not_found')
    if (!passes.isValid(pass)) throw new Refusal('card_over')
    return work({ cabinet, db, pass })
  })
}

export async function showInstall(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const pages = await loadPages()
  const query = queryOf(request)
  const html = await atCard(app, request, async ({ cabinet, db, pass }) => {
    const { card, client, lang: ownLang } = await passes.wholeCard(db, pass)
    const form = client.form_id ? await findFormById(db, client.form_id) : undefined
    const path = `/c/${cabinet.domain}/${(request.params as CardAddress).ticket}`
    const device = pages.deviceOf(request.headers['user-agent'] ?? '', query.device, hintsOf(request))
    const other = pages.otherChoice(device)
    return pages.renderInstall({
      ...(await pageFrame(app, path, query, chosenLanguage(query, ownLang), form?.settings.theme ?? 'day')),
      device,
      card,
      appleHref: `${path}/card.pkpass`,
      googleHref: `${path}/google`,
      qrText: app.publicUrl + path,
      state: 'ready',
      smsLink:
        device === 'desktop' || device === 'mac' || query.fresh === '1'
          ? await smsLinkOf(db, request, phoneOf(client), path)
          : null,
      isFresh: query.fresh === '1',
      otherDeviceHref: other && href(path, { ...query, device: other }),
      testPhonesHref: testPhonesHref(app, app.publicUrl + path),
      isKnown: query.known === '1',
      installText: form?.settings.installText ?? '',
      telegram: await telegramLink(db, pass, path, chosenLanguage(query, ownLang)),
      invite: await inviteOf(app, db, cabinet.domain, client),
    })
  })
  return sendPage(reply, html)
}

/** The link on the install page; it leads through an address of ours, which makes a token that is good once. */
async function telegramLink(db: CabinetDb, pass: passes.PassRow, path: string, lang: Language) {
  const text = await telegramLinkText(db, lang)
  return text === null || !(await presentClient(db, pass.client_id)) ? null : { href: `${path}/telegram`, text }
}

/** Anybody with the link of a card may open the bot for its client; the chat asks before anything is linked. */
export async function goToTelegram(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const waitMs = await countTry(app.database.counters, `telegram|${networkOf(request.ip)}`, OPENS, app.clock.now())
  if (waitMs > 0) return sendProblem(app, request, reply, 'too_many_requests', 429)
  const url = await atCard(app, request, async ({ db, pass }) =>
    (await presentClient(db, pass.client_id)) ? linkToBot(app, db, pass.client_id) : undefined,
  )
  if (url === undefined) throw new Refusal('not_found')
  return reply.code(302).header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(url)
}

export async function sendLinkBySms(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { domain, ticket } = request.params as CardAddress
  const answer = await atCard(app, request, async (place) => {
    const { lang } = await passes.wholeCard(place.db, place.pass)
    return sendLinkToHolder(
      app,
      request,
      reply,
      place,
      `/c/${domain}/${ticket}`,
      chosenLanguage(queryOf(request), lang),
    )
  })
  return answer()
}

export async function sendCardFile(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const unsigned = await atCard(app, request, async ({ db, pass }) =>
    passes.readPackage(app, db, await passes.followCertificate(app, db, pass)),
  )
  if (unsigned === 'expired') {
    app.log.warn({ card: (request.params as CardAddress).domain }, 'a card was not signed: its certificate has expired')
    return sendProblem(app, request, reply, 'card_not_ready', 503)
  }
  return passes.sendPackage(
    app,
    request,
    reply.header('content-disposition', 'inline; filename="card.pkpass"'),
    unsigned,
  )
}

export async function goToGoogle(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { cabinetId, passId } = await atCard(app, request, async ({ db, pass }) => ({
    cabinetId: db.cabinetId,
    passId: pass.id,
  }))
  try {
    return reply
      .code(302)
      .header('cache-control', 'no-store')
      .header('location', await passes.googleSaveLink(app, cabinetId, passId))
      .send()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') throw error
    app.log.warn(
      { cabinetId, error: error instanceof Error ? error.message : String(error) },
      'Google has no link for a card',
    )
    return sendProblem(app, request, reply, 'card_not_ready', 503)
  }
}
