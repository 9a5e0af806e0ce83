/**
 * Sales and returns of MoySklad: four lists, each read by the moment of its last change. A document that was posted no
 * longer counts for nothing.
 */
import { z } from 'zod'
import type { Purchase, Purchases } from '../purchases.ts'
import type { MoyskladClient } from './client.ts'

const LISTS = ['retaildemand', 'demand', 'retailsalesreturn', 'salesreturn'] as const
const PAGE = 100
/** A change may become visible a little later than its own moment says. */
const OVERLAP_MS = 60_000
const START = '2000-01-01 00:00:00.000'
/** Every moment is written in Moscow's time. */
const MOSCOW_MS = 3 * 60 * 60_000

const Moment = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?$/)
const Reference = z.object({ meta: z.object({ href: z.string() }) })
const Document = z.object({
  id: z.string().min(1).max(100),
  name: z.string().nullish(),
  moment: Moment,
  updated: Moment,
  /** In hundredths of the currency of the document. */
  sum: z.number().nullish(),
  rate: z.object({ value: z.number().nullish() }).nullish(),
  applicable: z.boolean().nullish(),
  deleted: z.string().nullish(),
  agent: Reference.nullish(),
  demand: Reference.nullish(),
  retailStore: z.object({ name: z.string().nullish() }).nullish(),
  owner: z.object({ name: z.string().nullish() }).nullish(),
})

/** Where each list goes on: since a moment, after so many documents of it; `list`: which is read next. */
const Cursor = z.object({
  list: z.int().min(0).max(LISTS.length),
  from: z.array(z.object({ since: Moment, after: z.int().min(0) })).length(LISTS.length),
})
type Cursor = z.infer<typeof Cursor>

function cursorOf(text: string): Cursor {
  const start = { list: 0, from: LISTS.map(() => ({ since: START, after: 0 })) }
  if (text === '') return start
  try {
    return Cursor.parse(JSON.parse(text))
  } catch {
    return start
  }
}

const timeOf = (moment: string) => new Date(Date.parse(`${moment.replace(' ', 'T')}Z`) - MOSCOW_MS)
const momentOf = (at: Date) => new Date(at.getTime() + MOSCOW_MS).toISOString().slice(0, 23).replace('T', ' ')
const idOf = (reference: z.infer<typeof Reference> | null | undefined) =>
  reference?.meta.href.split('?')[0]?.split('/').at(-1) || null

function purchaseOf(list: (typeof LISTS)[number], document: z.infer<typeof Document>): Purchase {
  const isRefund = list.endsWith('return')
  const rate = document.rate?.value ?? 1
  return {
    id: document.id,
    kind: isRefund ? 'refund' : 'sale',
    refundOf: isRefund ? idOf(document.demand) : null,
    at: timeOf(document.moment),
    amountMinor: typeof document.sum === 'number' ? Math.abs(Math.round(document.sum * rate)) : null,
    currency: null,
    crmId: idOf(document.agent),
    place: [document.name, document.retailStore?.name, document.owner?.name].filter((part) => part).join(' · '),
    isVoid: document.applicable === false || Boolean(document.deleted),
  }
}

/** One page of the list that is next; all four are over when none has more. */
export async function readPurchases(client: MoyskladClient, text: string): Promise<Purchases> {
  const cursor = cursorOf(text)
  const list = LISTS[cursor.list]
  const from = cursor.from[cursor.list]
  if (list === undefined || from === undefined) {
    // All were read: the next round looks at the last minute once more.
    const again = cursor.from.map(({ since }) => ({
      since: since === START ? START : momentOf(new Date(timeOf(since).getTime() - OVERLAP_MS)),
      after: 0,
    }))
    return readPurchases(client, JSON.stringify({ list: 0, from: again }))
  }
  const rows = await client.changedDocuments(list, from.since, { limit: PAGE, offset: from.after })
  const documents = rows.flatMap((row) => {
    const read = Document.safeParse(row)
    return read.success ? [read.data] : []
  })
  const last = documents.at(-1)?.updated ?? from.since
  const isOver = rows.length < PAGE
  // Many changed at one moment are counted through.
  const moved = isOver || last > from.since ? { since: last, after: 0 } : { ...from, after: from.after + rows.length }
  const after: Cursor = {
    list: isOver ? cursor.list + 1 : cursor.list,
    from: cursor.from.map((one, place) => (place === cursor.list ? moved : one)),
  }
  return {
    purchases: documents.map((document) => purchaseOf(list, document)),
    next: JSON.stringify(after),
    isEnd: isOver && after.list === LISTS.length,
  }
}
