/** What each wallet has reported of the messages of a run. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

export type InWallets = {
  apple: { cards: number; accepted: number; fetched: number; removed: number }
  google: { cards: number; accepted: number; removed: number }
}

export const NOWHERE: InWallets = {
  apple: { cards: 0, accepted: 0, fetched: 0, removed: 0 },
  google: { cards: 0, accepted: 0, removed: 0 },
}

/**
 * A card in both wallets counts in both; of a person's cards the one on which the message was announced. A message that
 * an older version of the server has written without its wallets counts in its channel.
 * @param run alias of the table `push_runs` in the statement
 */
export const inWallets = (run: string) =>
  sql<InWallets>`(select jsonb_build_object(
      'apple', jsonb_build_object('cards', count(apple), 'accepted', count(*) filter (where apple = 'sent'),
        'fetched', count(*) filter (where fetched), 'removed', count(apple_removed_at)),
      'google', jsonb_build_object('cards', count(google), 'accepted', count(*) filter (where google = 'sent'),
        'removed', count(google_removed_at)))
    from (select m.state = 'delivered' as fetched, m.apple_removed_at, m.google_removed_at,
        case when m.channel = 'apple' and m.apple is null and m.google is null then ${OF_STATE}
          else m.apple end as apple,
        case when m.channel = 'google' and m.apple is null and m.google is null then ${OF_STATE}
          else m.google end as google
      from client_messages m where m.cabinet_id = ${sql.ref(`${run}.cabinet_id`)}
        and m.run_id = ${sql.ref(`${run}.id`)} and not m.is_silent) x)`
const OF_STATE = sql`case m.state when 'delivered' then 'sent' else m.state end`

export async function markRemoved(
  db: CabinetDb,
  pass: { id: string; client_id: string },
  wallet: 'apple' | 'google',
  at: Date,
): Promise<void> {
  const removed = sql.ref(`${wallet}_removed_at`)
  await sql`update client_messages set ${removed} = ${at}
    where cabinet_id = ${db.cabinetId} and ${removed} is null and id = (
      select id from client_messages where cabinet_id = ${db.cabinetId} and client_id = ${pass.client_id}
        and pass_id = ${pass.id} and (${sql.ref(wallet)} is not null or channel = ${wallet})
      order by at desc, id desc limit 1)`.execute(db.tx)
}
