import { Loader, Stack, Text, TextInput, Title, Button, Group } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCircleCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Email } from '../../../contract/page.ts'
import { users } from '../../../contract/platform/users.ts'
import { checkWith } from '../../base/form.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { refresh } from '../../base/query.ts'
import { PagePanel } from '../../base/refusal.tsx'
import { useUser } from '../../base/session.ts'
import { useWrite } from '../../base/write.ts'
import { LinkAnchor, LinkButton } from '../../parts/link.tsx'
import { CheckEmail } from './check-email.tsx'

const Address = z.object({ email: Email })

/** The page of the verification email's link. */
export function VerifyPage() {
  const { t } = useTranslation()
  const { code } = useParams({ from: '/outside/register/verify/$code' })
  const user = useUser()
  const tried = useRef('')
  const verify = useWrite(users.verifyEmail, { onRefused: () => true, onDone: () => void refresh(users.me) })
  const [done, setDone] = useState<string | null>(null)
  const check = async () => {
    const reply = await verify.ask({ params: { code } })
    if (reply) setDone(reply.email)
  }
  useEffect(() => {
    if (tried.current === code) return
    tried.current = code
    void check()
  })
  useBreadcrumbs([{ text: done === null ? t('users.verify.checking') : t('users.verify.doneTitle') }])
  if (done !== null) {
    return (
      <Stack>
        <IconCircleCheck size={40} stroke={1.5} color="var(--k-success)" aria-hidden="true" />
        <Title order={1}>{t('users.verify.doneTitle')}</Title>
        <Text role="status">{t('users.verify.doneText', { email: done })}</Text>
        {user ? (
          <LinkButton to="/select_application">{t('users.verify.continue')}</LinkButton>
        ) : (
          <LinkButton to="/login" search={{ email: done }}>
            {t('users.verify.continue')}
          </LinkButton>
        )}
      </Stack>
    )
  }
  if (verify.refused?.code === 'invalid_verification_link') return <NewLink email={user?.email ?? ''} />
  if (verify.refused)
    return <PagePanel error={verify.refused} onRetry={() => void check()} isRetrying={verify.isBusy} />
  return (
    <Group role="status">
      <Loader size="sm" aria-hidden="true" />
      <Text>{t('users.verify.checking')}</Text>
    </Group>
  )
}

function NewLink({ email }: { email: string }) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<{ email: string; waitSeconds: number } | null>(null)
  const form = useForm({ initialValues: { email }, validate: checkWith(Address) })
  const resend = useWrite(users.resendVerification, { form })
  if (sent) {
    return (
      <CheckEmail
        email={sent.email}
        title={t('users.checkMail.title')}
        text={t('users.checkMail.text', { email: sent.email })}
        isBusy={resend.isBusy}
        firstWaitSeconds={sent.waitSeconds}
        onAgain={async () => (await resend.ask({ body: { email: sent.email } }))?.nextInSeconds}
      />
    )
  }
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(async (body) => {
        const reply = await resend.ask({ body })
        if (reply) setSent({ email: body.email, waitSeconds: reply.nextInSeconds })
      })}
    >
      <Stack>
        <Title order={1}>{t('users.verify.failedTitle')}</Title>
        <Text>{t('users.verify.failedText')}</Text>
        <TextInput
          type="email"
          inputMode="email"
          label={t('users.email')}
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <Button type="submit" loading={resend.isBusy} aria-busy={resend.isBusy}>
          {t('users.verify.send')}
        </Button>
        {email === '' && (
          <LinkAnchor to="/login" ta="center">
            {t('users.checkMail.toLogin')}
          </LinkAnchor>
        )}
      </Stack>
    </form>
  )
}
