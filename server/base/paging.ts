/** A page of a list: which rows of the table it contains, and how the reply describes it. */
import type { SelectQueryBuilder } from 'kysely'
import type { Meta } from '../../contract/call.ts'

/** `page` counts from 1. */
type Page = { page: number; limit: number }
export type Slice = { limit: number; offset: number }

export const sliceOf = ({ page, limit }: Page): Slice => ({ limit, offset: (page - 1) * limit })

export const metaOf = (total: number, { page, limit }: Page): Meta => ({ total, page, limit })

/** How many rows a query finds. Its own columns do not matter. */
export async function countRows<DB, TB extends keyof DB, O>(found: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const row = await found
    .clearSelect()
    .select((of) => of.fn.countAll<number>().as('rows'))
    .$castTo<{ rows: number }>()
    .executeTakeFirst()
  return row?.rows ?? 0
}
