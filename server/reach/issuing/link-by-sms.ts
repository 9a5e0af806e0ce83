/**
 * The install page sends a link by SMS, only to the number that was given. Where that number belongs to another client,
 * who has proved nothing here, it is the link of that client's card, of this design where there is one: it goes to the
 * phone that it belongs to.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../../contract/limits.ts'
import type { InstallPageProps } from '../../../pages/props.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import type { PublicCabinet } from '../../platform/cabinets/cabinets.ts'
import { clientByPhone, phoneOf } from '../../people/clients/clients.ts'
import { cardAbout, installUrl, type PassRow, wholeCard } from '../passes/passes.ts'
import { canSendSms, deliverSms, linkText, maskPhone, prepareSms } from '../../people/verification/verification.ts'
import { href, queryOf } from './reply-page.ts'

const OUTCOMES = ['sent', 'failed', 'limit'] as const
type Outcome = (typeof OUTCOMES)[number]

/** @returns null without a number or a provider */
export async function smsLinkOf(
  db: CabinetDb,
  request: FastifyRequest,
  tel: string,
  path: string,
): Promise<InstallPageProps['smsLink']> {
  if (tel === '' || !(await canSendSms(db))) return null
  const query = queryOf(request)
  return {
    phone: maskPhone(tel),
    action: href(`${path}/sms`, query),
    outcome: OUTCOMES.find((one) => one === query.sms) ?? null,
  }
}

/** @returns the work after the commit */
export async function sendLinkToHolder(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { cabinet, db, pass }: { cabinet: PublicCabinet; db: CabinetDb; pass: PassRow },
  path: string,
  lang: Language,
): Promise<() => Promise<FastifyReply>> {
  const { client: shown } = await wholeCard(db, pass)
  const phone = phoneOf(shown)
  const holder = (phone === '' ? undefined : await clientByPhone(db, phone)) ?? shown
  // Asked for the visitor's own card too, so that both numbers take the same time.
  const about = await cardAbout(app, db, holder, pass.template_id)
  const own = holder.id === pass.client_id ? pass : about
  const { client, card } = await wholeCard(db, own)
  const text = await linkText(db, lang, {
    link: installUrl(app, cabinet.domain, cabinet.id, own.id),
    name: client.name,
    organisation: card.organisation,
  })
  const ready = phone === '' ? null : await prepareSms(app, db, { purpose: 'link', phone, text, ip: request.ip })
  return async () => {
    const outcome: Outcome =
      ready === null || ready.kind === 'no_provider' || ready.kind === 'barred'
        ? 'failed'
        : ready.kind === 'spent'
          ? 'limit'
          : (await deliverSms(app, cabinet.id, ready)).kind === 'sent'
            ? 'sent'
            : 'failed'
    return reply
      .code(303)
      .header('cache-control', 'no-store')
      .header('location', href(path, { ...queryOf(request), sms: outcome }))
      .send()
  }
}
