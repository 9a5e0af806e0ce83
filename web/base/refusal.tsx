/** A failed read, shown where its data would be. The blocks beside it keep working. */
import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconHeadset, IconRefresh } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadOnly } from './read-only.ts'
import { NO_CONNECTION, refusedOf } from './refused.ts'
import { sessionToken } from './session.ts'
import { askSupport } from './support.ts'

const CopyButton = lazy(() => import('../parts/copy-button.tsx').then((file) => ({ default: file.CopyButton })))

type PagePanelProps = {
  error: unknown
  onRetry?: (() => void) | undefined
  isRetrying?: boolean
  /** Inside of something that has a frame already. */
  isPart?: boolean
}

const FRAME = { p: 'lg' }
const NO_FRAME = { p: 0, withBorder: false, bg: 'transparent' }

export function PagePanel({ error, onRetry, isRetrying = false, isPart = false }: PagePanelProps) {
  const { t } = useTranslation()
  const refused = refusedOf(error, t('refusals.codes.server_error'))
  if (refused.code === NO_CONNECTION) return <NotReached onRetry={onRetry} isRetrying={isRetrying} isPart={isPart} />
  if (refused.code === 'account_limited' || refused.code === 'demo_over') return <Limited isPart={isPart} />
  return (
    <Paper {...(isPart ? NO_FRAME : FRAME)} role="alert" data-state="failed">
      <Stack gap="sm" align="flex-start">
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <IconAlertTriangle
            size={20}
            stroke={1.75}
            color="var(--k-danger)"
            aria-hidden="true"
            style={{ flex: 'none' }}
          />
          <Text fw={600}>{refused.message}</Text>
        </Group>
        <Group gap="xs">
          <RetryButton onRetry={onRetry} isRetrying={isRetrying} />
          {refused.requestId !== '' && sessionToken() !== null && (
            <Button
              variant="subtle"
              leftSection={<IconHeadset size={16} aria-hidden="true" />}
              onClick={() => askSupport({ topic: 'fault', requestId: refused.requestId })}
            >
              {t('common.contactSupport')}
            </Button>
          )}
        </Group>
        {refused.requestId !== '' && (
          <Group gap={4}>
            <Text className="k-small" c="dimmed">
              {refused.clientCode !== '' && (
                <>
                  <code className="k-mono">{refused.clientCode}</code> ·{' '}
                </>
              )}
              {t('common.requestId')} <code className="k-mono">{refused.requestId}</code>
            </Text>
            <Suspense fallback={null}>
              <CopyButton value={refused.requestId} label={t('common.copyRequestId')} />
            </Suspense>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

type RetryProps = { onRetry: (() => void) | undefined; isRetrying: boolean }

function RetryButton({ onRetry, isRetrying }: RetryProps) {
  const { t } = useTranslation()
  if (!onRetry) return null
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden="true" />}
      onClick={onRetry}
      loading={isRetrying}
    >
      {t('common.retry')}
    </Button>
  )
}

/** Another try would end the same way: the one thing that helps is to pay. */
function Limited({ isPart }: { isPart: boolean }) {
  const readOnly = useReadOnly(true)
  return (
    <Paper {...(isPart ? NO_FRAME : FRAME)} role="status" data-state="limited">
      <Text>
        {readOnly?.text}{' '}
        <Anchor href={`#${readOnly?.action.to ?? ''}`} underline="always">
          {readOnly?.action.label}
        </Anchor>
      </Text>
    </Paper>
  )
}

/** Without a connection: what still works, and that this part comes when the connection does. */
function NotReached({ onRetry, isRetrying, isPart }: RetryProps & { isPart: boolean }) {
  const { t } = useTranslation()
  return (
    <Paper {...(isPart ? NO_FRAME : FRAME)} role="status" data-state="offline">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <IconCloudOff size={20} stroke={1.75} color="var(--k-text-2)" aria-hidden="true" style={{ flex: 'none' }} />
        <Stack gap="sm" align="flex-start">
          <div>
            <Text fw={600}>{t('common.offline.title')}</Text>
            <Text c="dimmed">{t('common.offline.text')}</Text>
          </div>
          <RetryButton onRetry={onRetry} isRetrying={isRetrying} />
        </Stack>
      </Group>
    </Paper>
  )
}
