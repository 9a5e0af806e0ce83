import { Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { users } from '../../contract/users.ts'
import { useBreadcrumbs } from '../base/page-title.tsx'
import type { Refused } from '../base/refused.ts'
import { startSession } from '../base/session.ts'
import { takeWay } from '../base/way-back.ts'
import { adoptLanguage } from '../base/words.ts'
import { useWrite } from '../base/write.ts'
import { LinkAnchor } from '../parts/link.tsx'
import { StatusBanner } from '../parts/status.tsx'
import { revealing } from './password-fields.tsx'

/** E-mail and password; afterwards the page that was asked for, else the choice of an account. */
export function LoginPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const search = useSearch({ strict: false }) as Record<string, string>
  const [trouble, setTrouble] = useState<Refused | null>(null)
  const form = useForm({
    initialValues: { email: search.email ?? '', password: '' },
    validate: {
      email: (value) => (value.trim() === '' ? t('refusals.fields.required') : null),
      password: (value) => (value === '' ? t('refusals.fields.required') : null),
    },
  })
  const login = useWrite(users.login, {
    form,
    onDone: ({ token, user }) => {
      startSession(token, user)
      void adoptLanguage(user.lang)
      router.history.replace(takeWay() ?? '/select_application')
    },
    onRefused: (refused) => {
      if (Object.keys(refused.fields).length > 0) return undefined
      if (refused.code === 'wrong_login') form.setFieldError('password', refused.message)
      else setTrouble(refused)
      return true
    },
  })
  useBreadcrumbs([{ text: t('users.login.title') }])
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((body) => {
        setTrouble(null)
        login.run({ body })
      })}
    >
      <Stack>
        <Title order={1}>{t('users.login.title')}</Title>
        {search.ended && !trouble && <StatusBanner tone="info">{t('users.login.ended')}</StatusBanner>}
        {search.reset && !trouble && <StatusBanner tone="success">{t('users.reset.done')}</StatusBanner>}
        {trouble && <StatusBanner tone="danger">{trouble.message}</StatusBanner>}
        <TextInput type="email" inputMode="email" label={t('users.email')} autoComplete="username" autoFocus {...form.getInputProps('email')} />
        <PasswordInput label={t('users.password')} autoComplete="current-password" {...revealing(t('common.show'))} {...form.getInputProps('password')} />
        <Button type="submit" fullWidth loading={login.isBusy} aria-busy={login.isBusy}>{t('users.login.button')}</Button>
        <Group justify="space-between" gap="xs">
          <LinkAnchor to="/reset" search={form.values.email === '' ? {} : { queryEmail: form.values.email }}>{t('users.login.forgot')}</LinkAnchor>
          <LinkAnchor to="/signup">{t('users.login.create')}</LinkAnchor>
        </Group>
      </Stack>
      <Text className="k-unseen" role="status">{login.isBusy ? t('common.loading') : ''}</Text>
    </form>
  )
}
