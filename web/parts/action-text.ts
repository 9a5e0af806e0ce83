/** What a call of the audit log did, as a sentence. A page that shows them loads the words of `actions`. */
import { useTranslation } from 'react-i18next'

/** @returns undefined for a call that no longer exists */
export function useActionText(): (call: string) => string | undefined {
  const { t, i18n } = useTranslation()
  return (call) => (i18n.exists(`actions.${call}`) ? t(`actions.${call}` as 'actions.clients.saveClient') : undefined)
}
