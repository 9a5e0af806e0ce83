/** The text of a refusal that belongs to no field: the server's own, or one by status. */
import { useTranslation } from 'react-i18next'
import type { Refused } from '../../base/refused.ts'

export function useTroubleText(): (refused: Refused) => string {
  const { t } = useTranslation()
  return ({ status, code, message }) => {
    if (status === 404 && (code === 'not_found' || code === 'server_error')) return t('users.trouble.notFound')
    // A proxy answered instead of the server.
    if (status >= 400 && status < 500 && code === 'server_error') return t('users.trouble.other')
    return message
  }
}
