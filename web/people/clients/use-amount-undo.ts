import { useTranslation } from 'react-i18next'
import type { AmountKind } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { toastDone } from '../../base/toast.ts'
import { undoToast } from '../../parts/undo-toast.tsx'
import { useChangeAmount } from './holders-data.ts'

/** Shows what was done, and takes it back when asked: the history keeps both. */
export function useAmountUndo(clientId: string) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const back = useChangeAmount()
  return (kind: AmountKind, delta: number, message: string, till: string) =>
    undoToast({
      message,
      undo: () =>
        void back
          .ask({
            params: { c, id: clientId },
            body: {
              kind,
              action: delta > 0 ? 'take' : 'add',
              amount: Math.abs(delta),
              reason: t('holders.amount.undoReason'),
              till,
            },
          })
          .then((done) => done && toastDone(t('holders.amount.undone'))),
    })
}
