/**
 * The user's own invitations: who invites, to which account. Accepting opens it; rejecting can be undone for a moment.
 */
import { Button, Group, Paper, Stack, Title } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Invite } from '../../../contract/platform/access.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { useUser } from '../../base/session.ts'
import { useShow } from '../../base/show.ts'
import { toastDone } from '../../base/toast.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LinkButton } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { undoToast } from '../../parts/undo-toast.tsx'
import classes from './access.module.css'
import { useAnswer, useMyInvites } from './data.ts'

export function InvitesPage() {
  const { t } = useTranslation()
  const user = useUser()
  const read = useMyInvites()
  const [rejected, setRejected] = useState<readonly number[]>([])
  const answer = useAnswer()
  useBreadcrumbs([{ text: t('access.invites.title') }])
  const shown = (read.data ?? []).filter((one) => !rejected.includes(one.cabinetId))
  const bringBack = (id: number) => setRejected((before) => before.filter((one) => one !== id))
  const reject = ({ cabinetId, cabinetName }: Invite) => {
    setRejected((before) => [...before, cabinetId])
    undoToast({
      message: t('access.invites.rejected', { cabinet: cabinetName }),
      commit: () =>
        void answer.ask({ params: { inviterCabinetId: cabinetId }, body: { answer: 'reject' } }).then((reply) => {
          if (!reply) bringBack(cabinetId)
        }),
      undo: () => bringBack(cabinetId),
    })
  }
  return (
    <Page>
      <PageHeader title={t('access.invites.title')} meta={t('access.invites.lead')} />
      {user?.isEmailVerified === false && (
        <StatusBanner tone="warning">{t('access.invites.confirmFirst')}</StatusBanner>
      )}
      {read.error && <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />}
      {read.isPending && <Loading shapes={[180]} />}
      {read.data &&
        (shown.length === 0 ? (
          <EmptyState
            icon={<IconMail size={40} stroke={1.5} />}
            title={t('access.invites.empty')}
            text={t('access.invites.emptyText', { email: user?.email ?? '' })}
            action={
              <LinkButton variant="default" to="/select_application">
                {t('access.invites.toAccounts')}
              </LinkButton>
            }
          />
        ) : (
          <ul className={classes.cards}>
            {shown.map((invite) => (
              <li key={invite.cabinetId}>
                <InviteCard invite={invite} onReject={() => reject(invite)} />
              </li>
            ))}
          </ul>
        ))}
    </Page>
  )
}

/** One invitation with its two buttons. */
function InviteCard({ invite, onReject }: { invite: Invite; onReject: () => void }) {
  const { t } = useTranslation()
  const accept = useAccept(invite)
  return (
    <Paper p="lg" component="section" aria-label={invite.cabinetName}>
      <Stack>
        <Title order={2}>{invite.cabinetName}</Title>
        <InviteFacts invite={invite} />
        <Group gap="xs">
          <Button onClick={accept.run} loading={accept.isBusy} aria-busy={accept.isBusy}>
            {t('access.invites.accept')}
          </Button>
          <Button variant="default" onClick={onReject} disabled={accept.isBusy}>
            {t('access.invites.reject')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

/** Who invites, since when and until when. */
export function InviteFacts({ invite }: { invite: Invite }) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <dl className={classes.facts}>
      <dt>{t('access.invites.inviter')}</dt>
      <dd>
        {invite.inviter}
        <br />
        {invite.inviterEmail}
      </dd>
      <dt>{t('access.invites.date')}</dt>
      <dd>{show.date(invite.invitedAt)}</dd>
      <dt>{t('access.invites.until')}</dt>
      <dd>{show.date(invite.expiresAt)}</dd>
    </dl>
  )
}

/** Accepts and goes to the new account. */
export function useAccept(invite: Invite) {
  const { t } = useTranslation()
  const router = useRouter()
  const answer = useAnswer()
  const accept = async () => {
    const reply = await answer.ask({
      params: { inviterCabinetId: invite.cabinetId },
      body: { answer: 'accept' },
    })
    if (!reply?.domain) return
    toastDone(t('access.invites.accepted', { cabinet: invite.cabinetName }))
    router.history.push(`/${reply.domain}`)
  }
  return { run: () => void accept(), isBusy: answer.isBusy }
}
