import { Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Login, users } from '../../../contract/platform/users.ts'
import { faultsIn } from '../../base/form.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import type { Refused } from '../../base/refused.ts'
import { homePath } from '../../base/guards.ts'
import { startSession } from '../../base/session.ts'
import { takeReturnPath } from '../../base/return-path.ts'
import { adoptLanguage } from '../../base/words.ts'
import { useWrite } from '../../base/write.ts'
import { LinkAnchor } from '../../parts/link.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { PasswordFields } from './password-fields.tsx'
import { SecretInput } from '../../parts/secret-input.tsx'
import { useTroubleText } from './trouble.ts'

const EMPTY = { newPassword: '', newPassword_confirmation: '' }

/**
 * Email and password, and a new password where the old one has expired; then the page that was asked for, or the choice
 * of an account.
 */
export function LoginPage() {
  const { t } = useTranslation()
  const { form, login, trouble, setTrouble, expired, startAgain } = useLogin()
  useBreadcrumbs([{ text: t('users.login.title') }])
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ email, password, ...fresh }) => {
          setTrouble(null)
          login.run({ body: { email, password, ...(expired && fresh) } })
        },
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )}
    >
      <Stack>
        <Title order={1}>{expired ? t('users.login.expiredTitle') : t('users.login.title')}</Title>
        <Notes trouble={trouble} expired={expired} />
        <TextInput
          type="email"
          inputMode="email"
          label={t('users.email')}
          autoComplete="username"
          autoFocus
          readOnly={expired !== null}
          {...form.getInputProps('email')}
        />
        {expired ? (
          <PasswordFields
            label={t('users.newPassword')}
            value={form.values.newPassword}
            isFirst
            password={form.getInputProps('newPassword')}
            confirmation={form.getInputProps('newPassword_confirmation')}
          />
        ) : (
          <SecretInput
            label={t('users.password')}
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
        )}
        <Button type="submit" fullWidth loading={login.isBusy} aria-busy={login.isBusy}>
          {expired ? t('users.login.expiredButton') : t('users.login.button')}
        </Button>
        {expired ? (
          <Anchor component="button" type="button" ta="center" onClick={startAgain}>
            {t('users.login.another')}
          </Anchor>
        ) : (
          <Group justify="space-between" gap="xs">
            <LinkAnchor to="/reset" search={form.values.email === '' ? {} : { queryEmail: form.values.email }}>
              {t('users.login.forgot')}
            </LinkAnchor>
            <LinkAnchor to="/signup">{t('users.login.create')}</LinkAnchor>
          </Group>
        )}
      </Stack>
      <Text className="k-unseen" role="status">
        {login.isBusy ? t('common.loading') : ''}
      </Text>
    </form>
  )
}

function useLogin() {
  const { t } = useTranslation()
  const router = useRouter()
  const search = useSearch({ strict: false }) as Record<string, string>
  const [trouble, setTrouble] = useState<Refused | null>(null)
  /** The refusal of a password that has expired. */
  const [expired, setExpired] = useState<Refused | null>(null)
  const form = useForm({
    initialValues: { email: search.email ?? '', password: '', ...EMPTY },
    validate: (values) => ({
      ...(expired && faultsIn(Login, values)),
      ...(values.email.trim() === '' && { email: t('refusals.fields.required') }),
      ...(values.password === '' && { password: t('refusals.fields.required') }),
    }),
  })
  const startAgain = () => {
    setExpired(null)
    form.setValues({ password: '', ...EMPTY })
    form.clearErrors()
  }
  const login = useWrite(users.login, {
    form,
    onDone: ({ token, user }) => {
      startSession(token, user)
      void adoptLanguage(user.lang)
      router.history.replace(takeReturnPath() ?? homePath())
    },
    onRefused: (refused) => {
      if (Object.keys(refused.fields).length > 0) return undefined
      if (refused.code === 'wrong_login') {
        if (expired) startAgain()
        form.setFieldError('password', refused.message)
      } else if (refused.code === 'password_expired') setExpired(refused)
      else setTrouble(refused)
      return true
    },
  })
  return { form, login, trouble, setTrouble, expired, startAgain }
}

/** Why the user is here or what went wrong; one at a time. */
function Notes({ trouble, expired }: { trouble: Refused | null; expired: Refused | null }) {
  const { t } = useTranslation()
  const troubleText = useTroubleText()
  const search = useSearch({ strict: false }) as Record<string, string>
  if (trouble) return <StatusBanner tone="danger">{troubleText(trouble)}</StatusBanner>
  if (expired) return <StatusBanner tone="info">{expired.message}</StatusBanner>
  return (
    <>
      {search.ended && <StatusBanner tone="info">{t('users.login.ended')}</StatusBanner>}
      {search.reset && <StatusBanner tone="success">{t('users.reset.done')}</StatusBanner>}
    </>
  )
}
