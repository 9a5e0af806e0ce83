/** How many SMS the link to a card takes, before there is the card: each link is as long as any other. */
import { smsLength } from '../../../contract/people/sms-text.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { findTemplate } from '../../cards/templates/templates.ts'
import type { StoredClient } from '../../people/clients/clients.ts'
import { installUrl } from './passes.ts'

/** @returns the SMS for a client and a card design */
export function linkPartsCounter(
  app: App,
  db: CabinetDb,
  domain: string,
  textOf: (client: StoredClient, values: { link: string; organisation: string }) => string,
): (client: StoredClient, design: string) => Promise<number> {
  const link = installUrl(app, domain, db.cabinetId, crypto.randomUUID())
  const organisations = new Map<string, string>()
  return async (client, design) => {
    const organisation = organisations.get(design) ?? (await findTemplate(db, design))?.design.organisation ?? ''
    organisations.set(design, organisation)
    return smsLength(textOf(client, { link, organisation })).segments
  }
}
