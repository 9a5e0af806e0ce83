/** Reads and actions of the operator about bills. */
import { useTranslation } from 'react-i18next'
import { billing } from '../../../contract/business/billing.ts'
import type { SendInputOf } from '../../../contract/call.ts'
import { operator } from '../../../contract/business/operator.ts'
import type { ErrorForm } from '../../base/form.ts'
import { fetchNewest, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

const BOOKED = [billing.listAllBills, operator.listCabinets, operator.readCabinet] as const

export const useAllBills = (query: SendInputOf<typeof billing.listAllBills>['query']) =>
  useRead(billing.listAllBills, { query }, { keepRows: true })
export const useSupplier = () => useRead(billing.readSupplier, {})

/** @param onRefused returns true when the dialog shows the refusal itself */
export function useBookPayment(form: ErrorForm, onRefused: (refused: Refused) => boolean) {
  const { t } = useTranslation()
  return useWrite(billing.bookPayment, {
    form,
    rename: { amountMinor: 'amount' },
    refresh: BOOKED,
    done: t('bills.desk.booked'),
    onRefused,
  })
}

/** One line after the other: each is a booking of its own. */
export const useBookLine = () => useWrite(billing.bookPayment, { refresh: BOOKED, onRefused: () => true })

export const useReadStatement = () => useWrite(billing.readStatement, { onRefused: () => true })

/** @param onRefused returns true when the page shows the refusal itself */
export function useSaveSupplier(form: ErrorForm, onRefused: (refused: Refused) => boolean) {
  const { t } = useTranslation()
  return useWrite(billing.saveSupplier, {
    form,
    refresh: [billing.readSupplier],
    done: t('bills.desk.supplier.saved'),
    onRefused,
  })
}

/** Bypasses the cache, to resolve a version conflict. */
export const newestSupplier = () => fetchNewest(billing.readSupplier, {})
