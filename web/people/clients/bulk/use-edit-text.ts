import { useTranslation } from 'react-i18next'
import type { BulkEdit } from '../../../../contract/reach/bulk-edits.ts'
import { useShow } from '../../../base/show.ts'
import { loadWords } from '../../../base/words.ts'

await loadWords('bulk')

/** A bulk edit in a few words: `Points: + 5.00`. */
export function useEditText(): (edit: BulkEdit) => string {
  const { t } = useTranslation()
  const show = useShow()
  return ({ kind, text, amount }) => {
    if (kind !== 'amount' || !amount) return t(`bulk.what.${kind}`, { text, kind: '', change: '' })
    const sign = { add: '+', take: '−', set: '=' }[amount.action]
    const value = amount.kind === 'discount' ? `${show.percent(amount.value)} %` : show.money(amount.value)
    const name = amount.kind === 'unknown' ? '' : t(`clients.balanceHistory.kinds.${amount.kind}`)
    return t('bulk.what.amount', { kind: name, change: `${sign} ${value}` })
  }
}
