/** Cards inside the statements of other rooms. A condition is over a row of the table `clients`. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { type ClientCondition, isClient } from '../../people/clients/clients.ts'
import { IS_IN_WALLET, IS_VALID } from './sql.ts'

const cardOfClient = (condition: RawBuilder<boolean>): ClientCondition =>
  sql`exists (select from passes p
    where p.cabinet_id = clients.cabinet_id and p.client_id = clients.id and ${condition})`

const walletsSay = (condition: RawBuilder<boolean>): ClientCondition =>
  sql`exists (select from client_wallets w
    where w.cabinet_id = clients.cabinet_id and w.client_id = clients.id and ${condition})`

/** Whether a card of the client is in this wallet now, in none, or was in one and is in none any longer. */
export function isHeldIn(wallet: 'apple' | 'google' | 'none' | 'removed'): ClientCondition {
  if (wallet === 'none') return sql`not ${walletsSay(sql`(w.in_apple or w.in_google)`)}`
  if (wallet === 'removed') return walletsSay(sql`w.removed_at is not null`)
  return walletsSay(wallet === 'apple' ? sql`w.in_apple` : sql`w.in_google`)
}

/** Whether the client's card is in a wallet. @param isOfTemplate a condition on the template's column */
export const hasCardInWallet = (
  isOfTemplate: (templateColumn: RawBuilder<string>) => RawBuilder<boolean>,
): ClientCondition => cardOfClient(sql`${IS_VALID} and ${IS_IN_WALLET} and ${isOfTemplate(sql`p.template_id`)}`)

/** Of the main card: a further one is no new client. */
export const hasCardMadeIn = ({ from, to }: { from: Date; to: Date }): ClientCondition =>
  cardOfClient(sql`p.is_main and p.created_at >= ${from} and p.created_at < ${to}`)

/**
 * Cards that are in a wallet, for `from (…) p`. `is_silent`: a person with several of them is notified on another one,
 * the main one if it is among them.
 */
export function cardsInWallets(
  db: CabinetDb,
  of: {
    clients?: readonly string[] | undefined
    isOfTemplate: (templateColumn: RawBuilder<string>) => RawBuilder<boolean>
    holders?: ClientCondition | undefined
  },
): RawBuilder<{ id: string; is_silent: boolean }> {
  const isMeant = of.clients === undefined ? sql`` : sql`and p.client_id = any(${[...of.clients]}::uuid[])`
  return sql`select p.id,
      row_number() over (partition by p.client_id order by p.is_main desc, p.created_at, p.id) > 1 as is_silent
    from passes p
    where p.cabinet_id = ${db.cabinetId} ${isMeant} and ${of.isOfTemplate(sql`p.template_id`)}
      and ${IS_VALID} and ${IS_IN_WALLET}
      and ${isClient(db, 'p.client_id', of.holders ? [of.holders] : [])}`
}
