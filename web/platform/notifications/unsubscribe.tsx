/**
 * The page of an email's unsubscribe link: which emails will stop, the button, and how to undo it; all without a
 * login.
 */
import { Button, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { notifications, type Subscription } from '../../../contract/platform/notifications.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { queryClient, readKey, useRead } from '../../base/query.ts'
import { PagePanel } from '../../base/refusal.tsx'
import { useUser } from '../../base/session.ts'
import { toastDone } from '../../base/toast.ts'
import { useWrite } from '../../base/write.ts'
import { LinkButton } from '../../parts/link.tsx'
import { Working } from '../../parts/loading.tsx'

export function UnsubscribePage() {
  const { t } = useTranslation()
  const { hash } = useParams({ from: '/outside/email/unsubscribe/$hash' })
  const read = useRead(notifications.readSubscription, { params: { hash } })
  const found = read.data
  useBreadcrumbs([{ text: t('unsubscribe.button') }])
  if (read.error?.code === 'invalid_unsubscribe_link') return <BadLink />
  if (read.error)
    return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
  if (!found) return <Working text={t('common.loading')} />
  return found.isSubscribed ? <Ask hash={hash} found={found} /> : <Done hash={hash} found={found} />
}

const keep = (hash: string) => (now: Subscription) => {
  queryClient.setQueryData(readKey(notifications.readSubscription, { params: { hash } }), now)
}

function Ask({ hash, found: { cabinet, address } }: { hash: string; found: Subscription }) {
  const { t } = useTranslation()
  const stop = useWrite(notifications.unsubscribe, { onDone: keep(hash) })
  return (
    <Stack>
      <Title order={1}>{t('unsubscribe.title', { cabinet })}</Title>
      <Text>{t('unsubscribe.text', { address })}</Text>
      <Button loading={stop.isBusy} aria-busy={stop.isBusy} onClick={() => stop.run({ params: { hash } })}>
        {t('unsubscribe.button')}
      </Button>
    </Stack>
  )
}

function Done({ hash, found: { cabinet, address, canUndo } }: { hash: string; found: Subscription }) {
  const { t } = useTranslation()
  const undo = useWrite(notifications.subscribeAgain, {
    onDone: (now) => {
      keep(hash)(now)
      toastDone(t('unsubscribe.undone', { cabinet }))
    },
  })
  return (
    <Stack>
      <IconCircleCheck size={40} stroke={1.5} color="var(--k-success)" aria-hidden="true" />
      <Title order={1}>{t('unsubscribe.doneTitle')}</Title>
      <Text role="status">{t('unsubscribe.doneText', { address, cabinet })}</Text>
      {canUndo && (
        <Button
          variant="default"
          loading={undo.isBusy}
          aria-busy={undo.isBusy}
          onClick={() => undo.run({ params: { hash } })}
        >
          {t('common.undo')}
        </Button>
      )}
    </Stack>
  )
}

function BadLink() {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <Stack>
      <Title order={1}>{t('unsubscribe.badTitle')}</Title>
      <Text>{t('unsubscribe.badText')}</Text>
      {user ? (
        <LinkButton to="/select_application">{t('access.invites.toAccounts')}</LinkButton>
      ) : (
        <LinkButton to="/login">{t('unsubscribe.toLogin')}</LinkButton>
      )}
    </Stack>
  )
}
