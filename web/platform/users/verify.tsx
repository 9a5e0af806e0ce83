import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Email } from '../../../contract/page.ts'
import { users } from '../../../contract/platform/users.ts'
import { checkWith } from '../../base/form.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { queryClient, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { PagePanel } from '../../base/refusal.tsx'
import { takeReturnPath } from '../../base/return-path.ts'
import { startSession, useUser } from '../../base/session.ts'
import { adoptLanguage } from '../../base/words.ts'
import { useWrite } from '../../base/write.ts'
import { LinkAnchor } from '../../parts/link.tsx'
import { Working } from '../../parts/loading.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { CheckEmail } from './check-email.tsx'
import { SecretInput } from '../../parts/secret-input.tsx'

const Address = z.object({ email: Email })

/** The page of the verification email's link. */
export function VerifyPage() {
  const { t } = useTranslation()
  const { code } = useParams({ from: '/outside/register/verify/$code' })
  const user = useUser()
  const [isUsed, setUsed] = useState(false)
  const [isDone, setDone] = useState(false)
  const read = useRead(users.readVerification, isDone ? null : { params: { code } })
  useBreadcrumbs([{ text: t('users.verify.title') }])
  if (isUsed || read.error?.code === 'invalid_verification_link') return <NewLink email={user?.email ?? ''} />
  if (read.error)
    return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
  if (read.data && !isDone)
    return <Confirm code={code} email={read.data.email} onUsed={() => setUsed(true)} onDone={() => setDone(true)} />
  return <Working text={t('users.verify.checking')} />
}

const Proof = users.verifyEmail.body

type ConfirmProps = { code: string; email: string; onUsed: () => void; onDone: () => void }

/** Only the user who signed up knows the password: a reader of the email must not confirm a stranger's sign-up. */
function Confirm({ code, email, onUsed, onDone }: ConfirmProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const form = useForm({ initialValues: { password: '' }, validate: checkWith(Proof) })
  const [trouble, setTrouble] = useState<Refused | null>(null)
  const verify = useWrite(users.verifyEmail, {
    form,
    onDone: ({ token, user }) => {
      // The link is used up: nothing asks about it again.
      onDone()
      // Another user may have been signed in here.
      queryClient.clear()
      startSession(token, user)
      void adoptLanguage(user.lang)
      // Somebody who was invited has signed up for that.
      router.history.replace(takeReturnPath() ?? '/select_application?verifyEmailStatus=ok')
    },
    onRefused: (refused) => {
      if (refused.code === 'invalid_verification_link') onUsed()
      else if (refused.code === 'too_many_tries') setTrouble(refused)
      else return undefined
      return true
    },
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (body) => {
          setTrouble(null)
          verify.run({ params: { code }, body })
        },
        () => form.getInputNode('password')?.focus(),
      )}
    >
      <Stack>
        <Title order={1}>{t('users.verify.title')}</Title>
        <Text style={{ overflowWrap: 'anywhere' }}>{t('users.verify.text', { email })}</Text>
        {trouble && <StatusBanner tone="danger">{trouble.message}</StatusBanner>}
        {/* Password managers look for the user name of the password. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <SecretInput
          label={t('users.password')}
          autoComplete="current-password"
          autoFocus
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={verify.isBusy} aria-busy={verify.isBusy}>
          {t('users.verify.button')}
        </Button>
        <Text c="dimmed" className="k-small">
          {t('users.verify.unknown')}
        </Text>
        <LinkAnchor to="/reset" search={{ queryEmail: email }} ta="center">
          {t('users.verify.reset')}
        </LinkAnchor>
      </Stack>
    </form>
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
