/** Why nothing can be changed in the open account, for the buttons that would change it; null: it can. */
import { useTranslation } from 'react-i18next'
import { useMaybeCabinet } from './cabinet.tsx'

export function useReadOnlyReason(): string | null {
  const { t } = useTranslation()
  const cabinet = useMaybeCabinet()
  if (!cabinet?.isLimited) return null
  return t(cabinet.tariff?.isDemo ? 'common.readOnly.demo' : 'common.readOnly.money')
}
