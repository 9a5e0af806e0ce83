import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A fault of ours in a toast: what it is, and the way to support. */
export function FaultText({ text, onSupport }: { text: string; onSupport: () => void }) {
  const { t } = useTranslation()
  return <>{text} <Button variant="subtle" size="compact-sm" data-compact onClick={onSupport}>{t('common.contactSupport')}</Button></>
}
