import { useTranslation } from 'react-i18next'
import type { BulkEdit } from '../../../../contract/reach/bulk-edits.ts'
import { useShow } from '../../../base/show.ts'
import { loadWords } from '../../../base/words.ts'
import { useAmount } from '../../../base/use-amount.ts'
import { useAmountName } from '../use-amount-name.ts'

await loadWords('bulk')

/** A bulk edit in a few words: `Points: + 5.00`. */
export function useEditText(): (edit: BulkEdit) => string {
  const { t } = useTranslation()
  const show = useShow()
  const amountOf = useAmount()
  const nameOf = useAmountName()
  return ({ kind, text, amount }) => {
    if (kind !== 'amount' || !amount) return t(`bulk.what.${kind}`, { text, kind: '', change: '' })
    const sign = { add: '+', take: '−', set: '=' }[amount.action]
    const value = amount.kind === 'unknown' ? show.money(amount.value) : amountOf(amount.kind, amount.value)
    const name = amount.kind === 'unknown' ? '' : nameOf(amount.kind)
    return t('bulk.what.amount', { kind: name, change: `${sign} ${value}` })
  }
}
