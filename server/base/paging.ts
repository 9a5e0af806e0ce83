/** A page of a list: which rows of the table it is, and how the reply says so. */
import type { Meta } from '../../contract/call.ts'

/** `page` counts from 1. */
type Page = { page: number; limit: number }
export type Slice = { limit: number; offset: number }

export const sliceOf = ({ page, limit }: Page): Slice => ({ limit, offset: (page - 1) * limit })

export const metaOf = (total: number, { page, limit }: Page): Meta => ({ total, page, limit })
