import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { users } from '../../contract/users.ts'
import { useBreadcrumbs } from '../base/page-title.tsx'
import { endSession } from '../base/session.ts'
import { useWrite } from '../base/write.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'

/** Asks once; unsaved changes were asked about on the way here. */
export function LogoutPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  // Whatever the server says, this browser forgets the session.
  const logout = useWrite(users.logout, {
    onDone: () => endSession('left'),
    onRefused: () => {
      endSession('left')
      return true
    },
  })
  useBreadcrumbs([{ text: t('users.logout.title') }])
  return (
    <ConfirmDialog
      isOpen
      onClose={() => (canGoBack ? router.history.back() : void router.navigate({ to: '/select_application', replace: true }))}
      title={t('users.logout.title')}
      confirmLabel={t('users.logout.button')}
      onConfirm={() => logout.run({})}
      isBusy={logout.isBusy}
      isDangerous={false}
    >
      <Text>{t('users.logout.text')}</Text>
    </ConfirmDialog>
  )
}
