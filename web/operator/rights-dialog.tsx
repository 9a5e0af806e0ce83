import { PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenedOperatedUser } from '../../contract/operator.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useSetSuperuser } from './data.ts'

/** Gives or takes the rights of an operator; asks for the password once the server has said that it needs it. */
export function RightsDialog({ user, name, onClose }: { user: OpenedOperatedUser; name: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [isPasswordAsked, setIsPasswordAsked] = useState(false)
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const flag = useSetSuperuser((refused) => {
    const wrong = refused.fields.password?.message
    if (refused.code === 'password_needed') setIsPasswordAsked(true)
    else if (wrong !== undefined) setFault(wrong)
    else return false
    return true
  })
  const change = async () => {
    setFault(null)
    if (await flag.ask({ params: { id: user.id }, body: { superuser: !user.superuser, ...(password !== '' && { password }) } })) onClose()
  }
  return (
    <ConfirmDialog
      isOpen onClose={onClose} onConfirm={() => void change()} isBusy={flag.isBusy} isDangerous={user.superuser}
      title={user.superuser ? t('operator.user.unmakeTitle', { name }) : t('operator.user.makeTitle', { name })}
      confirmLabel={user.superuser ? t('operator.user.unmake') : t('operator.user.make')}
    >
      <Stack>
        <Text>{user.superuser ? t('operator.user.unmakeText') : t('operator.user.makeText')}</Text>
        {isPasswordAsked && (
          <PasswordInput
            label={t('keys.password.label')} description={t('keys.password.hint')} autoComplete="current-password" maxLength={200} autoFocus
            value={password} error={fault} onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
