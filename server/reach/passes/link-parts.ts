/** How many SMS the link to a card takes, before there is the card: each link is as long as any other. */
import { smsLength } from '../../../contract/people/sms-text.ts'
import type { CabinetDb } from '../../base/db.ts'
import { findTemplate } from '../../cards/templates/templates.ts'
import type { StoredClient } from '../../people/clients/clients.ts'

/** @param link of any card @returns the SMS for a client and a card design */
export function linkPartsCounter(
  db: CabinetDb,
  link: string,
  textOf: (client: StoredClient, values: { link: string; organisation: string }) => string,
): (client: StoredClient, design: string) => Promise<number> {
  const organisations = new Map<string, string>()
  return async (client, design) => {
    const organisation = organisations.get(design) ?? (await findTemplate(db, design))?.design.organisation ?? ''
    organisations.set(design, organisation)
    return smsLength(textOf(client, { link, organisation })).segments
  }
}
