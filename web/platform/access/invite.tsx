/** The page of an invitation's link: who invites, to which account, and how the invited address gets in. */
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { access, type Invite } from '../../../contract/platform/access.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useRead } from '../../base/query.ts'
import { PagePanel } from '../../base/refusal.tsx'
import { useUser } from '../../base/session.ts'
import { rememberReturnPath } from '../../base/return-path.ts'
import { LinkAnchor, LinkButton } from '../../parts/link.tsx'
import { Working } from '../../parts/loading.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { undoToast } from '../../parts/undo-toast.tsx'
import { isSameAddress, useAnswer } from './data.ts'
import { InviteFacts, useAccept } from './invites.tsx'

export function InvitePage() {
  const { t } = useTranslation()
  const { email = '', token = '' } = useSearch({ strict: false }) as Record<string, string>
  const user = useUser()
  const isLink = access.checkInvite.body.safeParse({ email, token }).success && token !== ''
  const read = useRead(access.checkInvite, isLink ? { body: { email, token } } : null)
  useBreadcrumbs([{ text: t('access.invite.title') }])
  useEffect(() => {
    if (!user && read.data) rememberReturnPath('/invites_application')
  }, [user, read.data])
  if (!isLink || read.error?.code === 'invite_not_found') {
    return (
      <Stack>
        <Title order={1}>{t('access.invite.goneTitle')}</Title>
        <Text>{t('access.invite.goneText')}</Text>
        {user ? (
          <LinkButton to="/invites_application">{t('access.invites.title')}</LinkButton>
        ) : (
          <LinkButton to="/login">{t('users.login.button')}</LinkButton>
        )}
      </Stack>
    )
  }
  if (read.error)
    return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
  if (!read.data) return <Working text={t('common.loading')} />
  return (
    <Stack>
      <Title order={1}>{t('access.invite.heading', { cabinet: read.data.cabinetName })}</Title>
      <InviteFacts invite={read.data} />
      <TextInput label={t('users.email')} value={email} readOnly variant="filled" />
      <NextStep invite={read.data} email={email} />
    </Stack>
  )
}

function NextStep({ invite, email }: { invite: Invite; email: string }) {
  const { t } = useTranslation()
  const user = useUser()
  if (!user) {
    return (
      <>
        <LinkButton fullWidth to="/login" search={{ email }}>
          {t('users.login.button')}
        </LinkButton>
        <Text ta="center">
          {t('access.invite.new')}{' '}
          <LinkAnchor to="/signup" search={{ email }} underline="always">
            {t('users.signUp.button')}
          </LinkAnchor>
        </Text>
      </>
    )
  }
  if (!isSameAddress(user.email, email)) {
    return (
      <>
        <StatusBanner tone="warning">{t('access.invite.other', { email: user.email })}</StatusBanner>
        <LinkButton variant="default" to="/logout">
          {t('shell.user.logout')}
        </LinkButton>
      </>
    )
  }
  if (!user.isEmailVerified) {
    return (
      <>
        <StatusBanner tone="warning">{t('access.invites.confirmFirst')}</StatusBanner>
        <LinkButton variant="default" to="/select_application">
          {t('access.invites.toAccounts')}
        </LinkButton>
      </>
    )
  }
  return <Answers invite={invite} />
}

function Answers({ invite }: { invite: Invite }) {
  const { t } = useTranslation()
  const router = useRouter()
  const accept = useAccept(invite)
  const answer = useAnswer()
  const reject = () => {
    const here = router.state.location.href
    router.history.push('/select_application')
    undoToast({
      message: t('access.invites.rejected', { cabinet: invite.cabinetName }),
      commit: () => answer.run({ params: { inviterCabinetId: invite.cabinetId }, body: { answer: 'reject' } }),
      undo: () => router.history.push(here),
    })
  }
  return (
    <Group grow gap="xs">
      <Button onClick={accept.run} loading={accept.isBusy} aria-busy={accept.isBusy}>
        {t('access.invites.accept')}
      </Button>
      <Button variant="default" onClick={reject} disabled={accept.isBusy}>
        {t('access.invites.reject')}
      </Button>
    </Group>
  )
}
