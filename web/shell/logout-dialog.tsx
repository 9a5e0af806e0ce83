import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { users } from '../../contract/platform/users.ts'
import { hasUnsavedChanges } from '../base/leave.tsx'
import { endSession, startLeaving } from '../base/session.ts'
import { useWrite } from '../base/write.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { StatusBanner } from '../parts/status.tsx'

/** Asks before logging out, and warns when the page has unsaved changes. */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const leave = () => {
    endSession('left')
    onClose()
  }
  const logout = useWrite(users.logout, {
    onDone: leave,
    // The browser forgets the session even when the call fails.
    onRefused: () => {
      leave()
      return true
    },
  })
  return (
    <ConfirmDialog
      worksWhileLimited
      isOpen
      onClose={onClose}
      title={t('users.logout.title')}
      confirmLabel={t('users.logout.button')}
      onConfirm={() => {
        startLeaving()
        logout.run({})
      }}
      isBusy={logout.isBusy}
      isDangerous={hasUnsavedChanges()}
    >
      <Stack>
        {hasUnsavedChanges() && <StatusBanner tone="warning">{t('users.logout.unsaved')}</StatusBanner>}
        <Text>{t('users.logout.text')}</Text>
      </Stack>
    </ConfirmDialog>
  )
}
