/** The inviter of a client, and all bonuses of promo codes and friends with their reasons. */
import type { ReplyOf } from '../../../contract/call.ts'
import type { marketplace } from '../../../contract/reach/marketplace.ts'
import type { CabinetDb } from '../../base/db.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { clientsByIds, getClient, nameOfClient } from '../../people/clients/clients.ts'
import * as sql from './sql.ts'

type Page = ReplyOf<typeof marketplace.pointHistory>

/** @throws Refusal client_not_found */
export async function pointHistory(
  db: CabinetDb,
  clientId: string,
  page: { page: number; limit: number },
): Promise<Page> {
  await getClient(db, clientId)
  return pointsOf(db, clientId, page)
}

/** Of a client who is known to be there. */
export async function pointsOf(
  db: CabinetDb,
  clientId: string,
  { page, limit }: { page: number; limit: number },
): Promise<Page> {
  const { rows, total } = await sql.pointPage(db, clientId, sliceOf({ page, limit }))
  const others = new Map(
    (
      await clientsByIds(
        db,
        rows.flatMap((row) => row.other_id ?? []),
      )
    ).map((one) => [one.id, nameOfClient(one)]),
  )
  const data = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    amountMinor: row.amount_minor,
    reason: row.reason,
    code: row.code,
    other: row.other_id === null ? null : { id: row.other_id, name: others.get(row.other_id) ?? '' },
    status: row.is_accrued ? ('accrued' as const) : ('not_accrued' as const),
  }))
  return { data, meta: metaOf(total, { page, limit }) }
}

export async function findInviter(db: CabinetDb, clientId: string): Promise<{ id: string; name: string } | null> {
  const id = await sql.inviterOf(db, clientId)
  const [inviter] = id === undefined ? [] : await clientsByIds(db, [id])
  return inviter ? { id: inviter.id, name: nameOfClient(inviter) } : null
}

/** How many friends used the client's code. */
export function countFriends(db: CabinetDb, clientId: string): Promise<number> {
  return sql.countInvited(db, clientId)
}
