import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { PasswordChange, users } from '../../../contract/platform/users.ts'
import { checkWith } from '../../base/form.ts'
import { useWrite } from '../../base/write.ts'
import { PasswordFields } from './password-fields.tsx'
import { SecretInput } from '../../parts/secret-input.tsx'

const EMPTY = { current: '', password: '', password_confirmation: '' }

/** A new password needs the current one: an unlocked screen is not enough. */
export function PasswordCard({ email }: { email: string }) {
  const { t } = useTranslation()
  const form = useForm({ mode: 'controlled', initialValues: EMPTY, validate: checkWith(PasswordChange) })
  const change = useWrite(users.changePassword, {
    form,
    refresh: [users.listSessions],
    done: ({ ended }) =>
      ended === 0 ? t('users.profile.passwordDone') : t('users.profile.passwordEnded', { count: ended }),
    onDone: () => form.reset(),
  })
  return (
    <Paper component="section" p="lg" aria-labelledby="profile-password">
      <form
        noValidate
        onSubmit={form.onSubmit(
          (body) => change.run({ body }),
          (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
        )}
      >
        <Stack maw={420}>
          <div>
            <Title order={2} id="profile-password">
              {t('users.profile.password')}
            </Title>
            <Text c="dimmed">{t('users.profile.passwordLead')}</Text>
          </div>
          {/* Password managers look for the user name of the password. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <SecretInput
            label={t('users.profile.current')}
            autoComplete="current-password"
            {...form.getInputProps('current')}
          />
          <PasswordFields
            label={t('users.newPassword')}
            value={form.values.password}
            password={form.getInputProps('password')}
            confirmation={form.getInputProps('password_confirmation')}
          />
          <Group>
            <Button type="submit" variant="default" loading={change.isBusy} aria-busy={change.isBusy}>
              {t('users.profile.passwordButton')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
