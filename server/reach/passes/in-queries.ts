/** Cards inside the statements of other rooms. A condition is over a row of the table `clients`. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { type ClientCondition, isClient } from '../../people/clients/clients.ts'
import { IS_IN_APPLE, IS_IN_WALLET, WAS_REMOVED } from './sql.ts'

const cardOfClient = (condition: RawBuilder<boolean>): ClientCondition =>
  sql`exists (select from passes p
    where p.cabinet_id = clients.cabinet_id and p.client_id = clients.id and ${condition})`

/** Whether the client's card is in this wallet now, in none, or was in one and is in none any longer. */
export function isHeldIn(wallet: 'apple' | 'google' | 'none' | 'removed'): ClientCondition {
  if (wallet === 'none') return sql`not ${cardOfClient(IS_IN_WALLET)}`
  if (wallet === 'removed') return cardOfClient(sql`${WAS_REMOVED} and not ${IS_IN_WALLET}`)
  return cardOfClient(wallet === 'apple' ? IS_IN_APPLE : sql`p.google_saved_at is not null`)
}

/** Whether the client's card is in a wallet. @param isOfTemplate a condition on the template's column */
export const hasCardInWallet = (
  isOfTemplate: (templateColumn: RawBuilder<string>) => RawBuilder<boolean>,
): ClientCondition => cardOfClient(sql`${IS_IN_WALLET} and ${isOfTemplate(sql`p.template_id`)}`)

export const hasCardMadeIn = ({ from, to }: { from: Date; to: Date }): ClientCondition =>
  cardOfClient(sql`p.created_at >= ${from} and p.created_at < ${to}`)

/** Cards that are in a wallet, for `from (…) p`; the only column is `id`. */
export function cardsInWallets(
  db: CabinetDb,
  of: { clients: readonly string[] } | { templates: RawBuilder<string>; holders?: ClientCondition | undefined },
): RawBuilder<{ id: string }> {
  const isMeant =
    'clients' in of ? sql`p.client_id = any(${[...of.clients]}::uuid[])` : sql`p.template_id in (${of.templates})`
  const isHeld = sql`and ${isClient(db, 'p.client_id', 'holders' in of && of.holders ? [of.holders] : [])}`
  return sql`select p.id from passes p
    where p.cabinet_id = ${db.cabinetId} and ${isMeant} and ${IS_IN_WALLET} ${isHeld}`
}
