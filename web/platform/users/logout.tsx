import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { sessionToken } from '../../base/session.ts'
import { LogoutDialog } from '../../shell/logout-dialog.tsx'

/** The address for logging out by a link; inside the cabinet a dialog asks over the page. */
export function LogoutPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  useBreadcrumbs([{ text: t('users.logout.title') }])
  return (
    <LogoutDialog
      onClose={() => {
        if (sessionToken() === null) return
        if (canGoBack) router.history.back()
        else void router.navigate({ to: '/select_application', replace: true })
      }}
    />
  )
}
