/** The install page on a computer sends its link by SMS, only to the number of the client. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../../contract/limits.ts'
import type { InstallPageProps } from '../../../pages/props.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import type { PublicCabinet } from '../../platform/cabinets/cabinets.ts'
import { installUrl, type PassRow, wholeCard } from '../passes/passes.ts'
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
  const { client, card } = await wholeCard(db, pass)
  const text = await linkText(db, lang, {
    link: installUrl(app, cabinet.domain, cabinet.id, pass.id),
    name: client.name,
    organisation: card.organisation,
  })
  const ready =
    client.tel === '' ? null : await prepareSms(app, db, { purpose: 'link', phone: client.tel, text, ip: request.ip })
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
