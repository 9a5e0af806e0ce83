/** Reads and actions of card payments. */
import type { Payment } from '../../../contract/business/payments.ts'
import { payments } from '../../../contract/business/payments.ts'
import { useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { rememberReturnPath, takeReturnPath } from '../../base/return-path.ts'
import { useWrite } from '../../base/write.ts'

/** The live line brings what changes; this is for the time in which it is cut. */
const LOOK_MS = 15_000

export const useTerms = (c: number) => useRead(payments.readTerms, { params: { c } })

export function usePayments(c: number, query: { page: number; limit: number }) {
  return useRead(
    payments.listPayments,
    { params: { c }, query },
    { keepRows: true, everyMs: (reply) => (reply?.data.some(isWaiting) === true ? LOOK_MS : false) },
  )
}

const isWaiting = ({ state }: Payment) => state === 'waiting'

/**
 * @param wayBack path of the hash to which the payer comes back; null: to the payments
 * @param onRefused returns true when the page shows the refusal itself
 */
export function usePay(wayBack: string | null, onRefused: (refused: Refused) => boolean) {
  return useWrite(payments.generateLink, {
    refresh: [payments.listPayments],
    onDone: ({ url }) => {
      takeReturnPath()
      if (wayBack !== null) rememberReturnPath(wayBack)
      location.assign(url)
    },
    onRefused,
  })
}
