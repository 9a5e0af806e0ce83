/** Whether the bot is connected, and what Telegram says of it. */
import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TelegramModule, TelegramStatus } from '../../../contract/reach/telegram.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { StatusBadge, StatusBanner } from '../../parts/status.tsx'
import { useTelegramStatus } from './data.ts'

export function TelegramStatusCard({ telegram, isActive }: { telegram: TelegramModule; isActive: boolean }) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const read = useTelegramStatus(c)
  const state = read.data?.state ?? telegram.state
  const username = read.data?.username ?? telegram.username
  const isLost = state === 'lost'
  return (
    <Paper component="section" p="lg" aria-labelledby="telegram-bot">
      <Stack gap="md" maw={560}>
        <Group justify="space-between" gap="xs">
          <Title order={2} id="telegram-bot">
            @{username}
          </Title>
          <StatusBadge tone={isLost ? 'danger' : state === 'connected' ? 'success' : 'neutral'}>
            {t(`marketplace.telegram.states.${isLost ? 'lost' : state === 'connected' ? 'connected' : 'off'}`)}
          </StatusBadge>
        </Group>
        {isLost && <StatusBanner tone="danger">{t('marketplace.telegram.lost')}</StatusBanner>}
        {!isActive && !isLost && <Text c="dimmed">{t('marketplace.telegram.turnOn')}</Text>}
        {isActive && !isLost && (
          <Text>
            {t('marketplace.telegram.subscribers', {
              count: telegram.subscribers,
              n: show.number(telegram.subscribers),
            })}
          </Text>
        )}
        <div role="status">
          {read.isError && !read.isFetching && <StatusBanner tone="warning">{read.error.message}</StatusBanner>}
          {read.data && isActive && <Webhook status={read.data} />}
        </div>
        <Group gap="md">
          <Button variant="default" loading={read.isFetching} onClick={() => void read.refetch()}>
            {t('marketplace.telegram.check')}
          </Button>
          {telegram.url !== null && (
            <Anchor href={telegram.url} target="_blank" rel="noopener noreferrer">
              {t('marketplace.telegram.open')}
            </Anchor>
          )}
        </Group>
      </Stack>
    </Paper>
  )
}

function Webhook({ status: { state, webhook } }: { status: TelegramStatus }) {
  const { t } = useTranslation()
  const show = useShow()
  if (state === 'unreachable')
    return <StatusBanner tone="warning">{t('marketplace.telegram.unreachable')}</StatusBanner>
  if (!webhook) return null
  if (!webhook.isOurs) return <StatusBanner tone="warning">{t('marketplace.telegram.elsewhere')}</StatusBanner>
  const { pending, lastError } = webhook
  return (
    <Stack gap="xs">
      <Text>
        {pending === 0 ? t('marketplace.telegram.allTaken') : t('marketplace.telegram.pending', { count: pending })}
      </Text>
      {lastError && (
        <Text className="k-small" c="dimmed">
          {t('marketplace.telegram.lastError', { when: show.dateTime(lastError.at), text: lastError.text })}
        </Text>
      )}
    </Stack>
  )
}
