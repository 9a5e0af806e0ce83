/** Where the user is signed in, and a button that ends all other sessions. */
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '../../../contract/platform/users.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { useUser } from '../../base/session.ts'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Loading } from '../../parts/loading.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { useEndOtherSessions, useSessions } from './data.ts'
import classes from './settings.module.css'

export function SessionsCard() {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const user = useUser()
  const read = useSessions(c)
  const end = useEndOtherSessions()
  // The first date in words takes long: it is not drawn in one go with the rest of the page.
  const sessions = useDeferredValue(read.data)
  const [isAsked, setIsAsked] = useState(false)
  const others = (sessions ?? []).filter((one) => !one.isCurrent).length
  if (read.error && !read.data)
    return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
  return (
    <Paper component="section" p="lg" aria-labelledby="sessions-title">
      <Stack gap="md">
        <div>
          <Title order={2} id="sessions-title">
            {t('settings.sessionList.title')}
          </Title>
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('settings.sessionList.lead', { email: user?.email ?? '' })}
          </Text>
        </div>
        {sessions ? (
          <ul className={classes.sessions}>
            {sessions.map((one) => (
              <SessionRow key={one.id} session={one} />
            ))}
          </ul>
        ) : (
          <Loading shapes={[64]} />
        )}
        {sessions &&
          (others > 0 ? (
            <div>
              <Button variant="default" onClick={() => setIsAsked(true)}>
                {t('settings.sessionList.endOthers')}
              </Button>
            </div>
          ) : (
            <Text className="k-small" c="dimmed">
              {t('settings.sessionList.alone')}
            </Text>
          ))}
      </Stack>
      <ConfirmDialog
        worksWhileLimited
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={t('settings.sessionList.confirmTitle')}
        confirmLabel={t('settings.sessionList.endOthers')}
        isBusy={end.isBusy}
        onConfirm={() => void end.ask({ params: { c } }).then(() => setIsAsked(false))}
      >
        {t('settings.sessionList.confirm', { count: others })}
      </ConfirmDialog>
    </Paper>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation()
  const show = useShow()
  const { browser, system } = session
  const device =
    browser && system
      ? t('settings.sessionList.device', { browser, system })
      : browser || system || t('settings.sessionList.unknown')
  return (
    <li className={classes.session}>
      <Group gap="xs">
        <Text span fw={600}>
          {device}
        </Text>
        {session.isCurrent && <StatusBadge tone="success">{t('settings.sessionList.current')}</StatusBadge>}
      </Group>
      <Text className="k-small" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {session.ip} ·{' '}
        <span title={show.dateTime(session.lastUsedAt)}>
          {t('settings.sessionList.lastUsed', { when: show.relative(session.lastUsedAt) })}
        </span>
      </Text>
    </li>
  )
}
