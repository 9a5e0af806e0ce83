/** Sales and returns of MoySklad: how they are shown in lists. */
import { metaAt, momentOf, type Row } from './lists.ts'

export const DOCUMENT_TYPES = ['retaildemand', 'demand', 'retailsalesreturn', 'salesreturn'] as const
type DocumentType = (typeof DOCUMENT_TYPES)[number]
export type ShopDocument = {
  type: DocumentType
  id: string
  /** Id of the buyer. */
  agent: string
  /** In hundredths. */
  sum: number
  at: string
  updated: string
  applicable: boolean
  /** Of a return: id of its sale. */
  demand?: string
}

export const DOCUMENT_FILTERS: ReadonlySet<string> = new Set(
  (
    'accountId agent applicable code created deleted description externalCode group id moment name organization ' +
    'owner retailShift retailStore shared state store sum syncId updated'
  ).split(' '),
)
const STORE = { id: '5e000000-0000-4000-8000-000000000001', name: 'Main Street 2' }

export const isDocumentType = (type: string): type is DocumentType => DOCUMENT_TYPES.some((one) => one === type)

/** @param expand names of references that are shown whole */
export function shownDocument(document: ShopDocument, account: string, base: string, expand: string): Row {
  const { type, id, agent, sum, at, updated, applicable, demand } = document
  const isRetail = type.startsWith('retail')
  const store = metaAt(`${base}/entity/retailstore/${STORE.id}`, 'retailstore', base)
  const saleType = isRetail ? 'retaildemand' : 'demand'
  return {
    meta: metaAt(`${base}/entity/${type}/${id}`, type, base),
    id,
    accountId: account,
    shared: false,
    name: id.slice(0, 5),
    externalCode: id,
    moment: momentOf(new Date(at)),
    created: momentOf(new Date(at)),
    updated: momentOf(new Date(updated)),
    applicable,
    rate: { currency: { meta: metaAt(`${base}/entity/currency/c1`, 'currency', base) } },
    sum,
    agent: { meta: metaAt(`${base}/entity/counterparty/${agent}`, 'counterparty', base) },
    ...(isRetail && {
      retailStore: expand.split(',').includes('retailStore') ? { meta: store, ...STORE } : { meta: store },
    }),
    ...(demand && { demand: { meta: metaAt(`${base}/entity/${saleType}/${demand}`, saleType, base) } }),
  }
}
