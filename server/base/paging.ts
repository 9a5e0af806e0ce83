/** A page of a list: which rows of the table it contains, and how the reply describes it. */
import type { Meta } from '../../contract/call.ts'

/** `page` counts from 1. */
type Page = { page: number; limit: number }
export type Slice = { limit: number; offset: number }

export const sliceOf = ({ page, limit }: Page): Slice => ({ limit, offset: (page - 1) * limit })

export const metaOf = (total: number, { page, limit }: Page): Meta => ({ total, page, limit })
