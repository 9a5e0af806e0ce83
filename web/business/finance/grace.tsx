import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { StatusBanner } from '../../parts/status.tsx'
import { useTariff } from './data.ts'

/** The money has run out, and until when everything still works. */
export function GraceBanner() {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const until = useTariff(c).data?.graceUntil ?? null
  if (until === null) return null
  return <StatusBanner tone="warning">{t('payments.grace', { time: show.dateTime(until) })}</StatusBanner>
}
