import { useTranslation } from 'react-i18next'
import { StatusBanner } from './status.tsx'

/** Above a form with more than one wrong field: how many there are. `errors` are those of a Mantine form. */
export function ErrorSummary({ errors }: { errors: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation()
  const count = Object.values(errors).filter(Boolean).length
  return count > 1 ? <StatusBanner tone="danger">{t('common.faults.checkFields', { count })}</StatusBanner> : null
}
