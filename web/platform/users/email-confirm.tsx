/** The page of the link in the email to a new address. It works in a session of the user who asked for the change. */
import { Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { users } from '../../../contract/platform/users.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { updateUser } from '../../base/session.ts'
import { useWrite } from '../../base/write.ts'
import { LinkButton } from '../../parts/link.tsx'
import { Working } from '../../parts/loading.tsx'
import { Page } from '../../parts/page.tsx'

export function ConfirmEmailPage() {
  const { t } = useTranslation()
  const { token } = useParams({ from: '/accounts/email/change/$token' })
  const tried = useRef('')
  const [email, setEmail] = useState<string | null>(null)
  const confirm = useWrite(users.confirmEmailChange, {
    refresh: [users.me, users.readEmailChange, users.listSessions],
    onRefused: () => true,
    onDone: (user) => {
      updateUser(user)
      setEmail(user.email)
    },
  })
  const body = users.confirmEmailChange.body.safeParse({ token })
  useEffect(() => {
    if (tried.current === token || !body.success) return
    tried.current = token
    confirm.run({ body: body.data })
  })
  useBreadcrumbs([{ text: t('users.profile.title') }])
  const isBroken = !body.success || confirm.refused?.code === 'invalid_email_link'
  if (email !== null)
    return (
      <Page width="narrow">
        <Stack align="flex-start">
          <IconCircleCheck size={40} stroke={1.5} color="var(--k-success)" aria-hidden="true" />
          <Title order={1}>{t('addresses.change.doneTitle')}</Title>
          <Text role="status" style={{ overflowWrap: 'anywhere' }}>
            {t('addresses.change.doneText', { email })}
          </Text>
          <LinkButton to="/profile">{t('addresses.change.toProfile')}</LinkButton>
        </Stack>
      </Page>
    )
  if (isBroken || confirm.refused?.code === 'email_taken')
    return (
      <Page width="narrow">
        <Stack align="flex-start">
          <Title order={1}>{isBroken ? t('addresses.change.failedTitle') : t('addresses.change.takenTitle')}</Title>
          <Text>{isBroken ? t('addresses.change.failedText') : t('addresses.change.takenText')}</Text>
          <LinkButton to="/profile">{t('addresses.change.toProfile')}</LinkButton>
        </Stack>
      </Page>
    )
  if (confirm.refused && body.success)
    return (
      <PagePanel error={confirm.refused} onRetry={() => confirm.run({ body: body.data })} isRetrying={confirm.isBusy} />
    )
  return <Working text={t('addresses.change.checking')} />
}
