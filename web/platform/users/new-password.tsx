import { Button, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { users } from '../../../contract/platform/users.ts'
import { faultsIn } from '../../base/form.ts'
import { useWrite } from '../../base/write.ts'
import { Working } from '../../parts/loading.tsx'
import { PasswordFields } from './password-fields.tsx'

/** Sets a new password by the link of the email; an expired link is reported before anything is typed. */
export function NewPassword({ email, token, onOld }: { email: string; token: string; onOld: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isChecked = useRef(false)
  const oldLink = (code: string) => {
    if (code !== 'invalid_token') return undefined
    onOld()
    return true
  }
  const check = useWrite(users.checkReset, { onRefused: (refused) => oldLink(refused.code) })
  const form = useForm({
    initialValues: { password: '', password_confirmation: '' },
    validate: (values) => faultsIn(users.resetPassword.body, { email, token, ...values }),
  })
  const reset = useWrite(users.resetPassword, {
    form,
    onRefused: (refused) => oldLink(refused.code),
    onDone: () => void navigate({ to: '/login', search: { email, reset: '1' }, replace: true }),
  })
  useEffect(() => {
    if (isChecked.current) return
    isChecked.current = true
    check.run({ body: { email, token } })
  })
  if (check.isBusy) return <Working text={t('common.loading')} />
  return (
    <form noValidate onSubmit={form.onSubmit((values) => reset.run({ body: { email, token, ...values } }))}>
      <Stack>
        <Title order={1}>{t('users.reset.newTitle')}</Title>
        <TextInput label={t('users.email')} value={email} readOnly autoComplete="username" />
        <PasswordFields
          label={t('users.newPassword')}
          value={form.values.password}
          password={form.getInputProps('password')}
          confirmation={form.getInputProps('password_confirmation')}
        />
        <Button type="submit" loading={reset.isBusy} aria-busy={reset.isBusy}>
          {t('users.reset.newButton')}
        </Button>
      </Stack>
    </form>
  )
}
