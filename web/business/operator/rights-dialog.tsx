import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OpenedOperatedUser } from '../../../contract/business/operated.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { usePasswordAgain } from '../../parts/password-again.tsx'
import { useSetSuperuser } from './data.ts'

/** Grants or revokes the rights of an operator; asks for the password when the server requires it. */
export function RightsDialog({ user, name, onClose }: { user: OpenedOperatedUser; name: string; onClose: () => void }) {
  const { t } = useTranslation()
  const again = usePasswordAgain()
  const flag = useSetSuperuser(again.showRefused)
  const change = async () => {
    if (await flag.ask({ params: { id: user.id }, body: { superuser: !user.superuser, ...again.given } })) onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void change()}
      isBusy={flag.isBusy}
      isDangerous={user.superuser}
      title={user.superuser ? t('operator.user.unmakeTitle', { name }) : t('operator.user.makeTitle', { name })}
      confirmLabel={user.superuser ? t('operator.user.unmake') : t('operator.user.make')}
    >
      <Stack>
        <Text>{user.superuser ? t('operator.user.unmakeText') : t('operator.user.makeText')}</Text>
        {again.field}
      </Stack>
    </ConfirmDialog>
  )
}
