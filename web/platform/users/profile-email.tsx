import { Anchor, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EmailChange, EmailChangeInput } from '../../../contract/platform/email-changes.ts'
import { type User, users } from '../../../contract/platform/users.ts'
import { useCountdown } from '../../base/countdown.ts'
import { checkWith } from '../../base/form.ts'
import { useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useShow } from '../../base/show.ts'
import { toastDone } from '../../base/toast.ts'
import { useWrite } from '../../base/write.ts'
import { StatusBadge, StatusBanner } from '../../parts/status.tsx'
import { SecretInput } from '../../parts/secret-input.tsx'

/** The address, whether it is confirmed, and how to change it. */
export function EmailCard({ user }: { user: User }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { data } = useRead(users.readEmailChange, {})
  return (
    <Paper component="section" p="lg" aria-labelledby="profile-email">
      <Stack>
        <Stack gap="xs">
          <Title order={2} id="profile-email">
            {t('users.email')}
          </Title>
          <Group gap="xs">
            <Text style={{ overflowWrap: 'anywhere' }}>{user.email}</Text>
            <StatusBadge tone={user.isEmailVerified ? 'success' : 'warning'}>
              {user.isEmailVerified ? t('users.profile.confirmed') : t('users.profile.unconfirmed')}
            </StatusBadge>
          </Group>
          {!user.isEmailVerified && <Resend email={user.email} />}
          <Text className="k-small" c="dimmed">
            {t('users.profile.emailHint')}
          </Text>
        </Stack>
        {data?.waiting && !isOpen && <Waiting waiting={data.waiting} />}
        {isOpen ? (
          <ChangeForm user={user} onClose={() => setOpen(false)} />
        ) : (
          <div>
            <Button variant="default" onClick={() => setOpen(true)}>
              {t('users.profile.emailChange')}
            </Button>
          </div>
        )}
      </Stack>
    </Paper>
  )
}

/** Sends the link of an address that is not confirmed again. */
function Resend({ email }: { email: string }) {
  const { t } = useTranslation()
  const wait = useCountdown()
  const resend = useWrite(users.resendVerification, {
    onDone: ({ nextInSeconds }) => {
      wait.start(nextInSeconds)
      toastDone(t('users.checkMail.sentAgain', { email }))
    },
  })
  if (wait.secondsLeft > 0)
    return <Text className="k-number">{t('users.profile.resendIn', { seconds: wait.secondsLeft })}</Text>
  return (
    <div>
      <Anchor component="button" type="button" disabled={resend.isBusy} onClick={() => resend.run({ body: { email } })}>
        {t('users.profile.resend')}
      </Anchor>
    </div>
  )
}

function Waiting({ waiting: { email, until } }: { waiting: EmailChange }) {
  const { t } = useTranslation()
  const show = useShow()
  const cancel = useWrite(users.cancelEmailChange, {
    refresh: [users.readEmailChange],
    done: t('users.profile.emailCancelled'),
  })
  return (
    <StatusBanner
      tone="info"
      action={
        <Button variant="default" loading={cancel.isBusy} aria-busy={cancel.isBusy} onClick={() => cancel.run({})}>
          {t('users.profile.emailCancel')}
        </Button>
      }
    >
      {t('users.profile.emailWaiting', { email, time: show.dateTime(until) })}
    </StatusBanner>
  )
}

const EMPTY = { email: '', password: '' }

/** A new address needs the password: an unlocked screen is not enough. */
function ChangeForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const [trouble, setTrouble] = useState<Refused | null>(null)
  const form = useForm({ mode: 'controlled', initialValues: EMPTY, validate: checkWith(EmailChangeInput) })
  const ask = useWrite(users.askEmailChange, {
    form,
    refresh: [users.readEmailChange],
    done: ({ waiting }) => (waiting ? t('users.profile.emailSent', { email: waiting.email }) : undefined),
    onDone: onClose,
    onRefused: (refused) => {
      if (refused.code !== 'too_many_tries') return undefined
      setTrouble(refused)
      return true
    },
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (body) => {
          setTrouble(null)
          ask.run({ body })
        },
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )}
    >
      <Stack maw={420}>
        {trouble && <StatusBanner tone="danger">{trouble.message}</StatusBanner>}
        <TextInput
          type="email"
          inputMode="email"
          label={t('users.profile.emailNew')}
          description={t('users.profile.emailLead')}
          autoComplete="email"
          maxLength={254}
          autoFocus
          {...form.getInputProps('email')}
        />
        {/* Password managers look for the user name of the password. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <SecretInput
          label={t('users.profile.current')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Group>
          <Button type="submit" loading={ask.isBusy} aria-busy={ask.isBusy}>
            {t('users.profile.emailSubmit')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
