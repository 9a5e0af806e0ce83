/** A page of a list: which rows of the table it contains, and how the reply describes it. */
import type { SelectQueryBuilder } from 'kysely'
import type { Meta } from '../../contract/call.ts'

/** `page` counts from 1. */
type Page = { page: number; limit: number }
export type Slice = { limit: number; offset: number }

export const sliceOf = ({ page, limit }: Page): Slice => ({ limit, offset: (page - 1) * limit })

export const metaOf = (total: number, { page, limit }: Page): Meta => ({ total, page, limit })

/**
 * How many rows a list has in all. A page that ends the list tells it, and nothing is counted.
 * @param count asked only when rows may follow, or the page is behind the last one
 */
export async function totalOf(rows: readonly unknown[], { limit, offset }: Slice, count: () => Promise<number>) {
  const isEnd = rows.length < limit && (rows.length > 0 || offset === 0)
  return isEnd ? offset + rows.length : count()
}

/** How many rows a query finds. Its own columns do not matter. */
export async function countRows<DB, TB extends keyof DB, O>(found: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const row = await found
    .clearSelect()
    .select((of) => of.fn.countAll<number>().as('rows'))
    .$castTo<{ rows: number }>()
    .executeTakeFirst()
  return row?.rows ?? 0
}
