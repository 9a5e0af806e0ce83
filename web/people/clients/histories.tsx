import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '../../../contract/call.ts'
import type { clients } from '../../../contract/people/clients.ts'
import { useShow } from '../../base/show.ts'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { StatusBadge, type Tone } from '../../parts/status.tsx'
import classes from './clients.module.css'
import { useBalanceHistory, usePushHistory } from './data.ts'
import { History } from './history.tsx'
import { useAmount } from '../../base/use-amount.ts'
import { useAmountName } from './use-amount-name.ts'

type PushEntry = ReplyOf<typeof clients.pushHistory>['data'][number]
type BalanceEntry = ReplyOf<typeof clients.balanceHistory>['data'][number]

type InWallet = PushEntry['wallets'][number]

const TONES: Readonly<Record<InWallet['state'], Tone>> = {
  queued: 'neutral',
  accepted: 'info',
  fetched: 'success',
  not_sent: 'danger',
  unknown: 'warning',
}

export function PushHistory({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  return (
    <History<PushEntry>
      clientId={clientId}
      useEntries={usePushHistory}
      label={t('clients.pushHistory.label')}
      empty={t('clients.pushHistory.empty')}
      columns={[
        { title: t('clients.pushHistory.date'), cell: (entry) => <MoscowTime at={entry.at} /> },
        {
          title: t('clients.pushHistory.text'),
          cell: (entry) => <span className={classes.message}>{entry.text}</span>,
        },
        { title: t('clients.pushHistory.state'), cell: (entry) => <PushState entry={entry} /> },
      ]}
    />
  )
}

/** A line for each wallet that the card was in; a message without any was not sent. */
function PushState({ entry }: { entry: PushEntry }) {
  const { t } = useTranslation()
  if (entry.channel === 'telegram') {
    const state = entry.state === 'sent' || entry.state === 'delivered' ? 'accepted' : entry.state
    return (
      <Group gap={8} wrap="nowrap">
        <span>{t('clients.telegram.title')}</span>
        <StatusBadge tone={TONES[state]}>{t(`clients.pushHistory.states.${state}`)}</StatusBadge>
      </Group>
    )
  }
  if (entry.wallets.length === 0)
    return <StatusBadge tone={TONES.not_sent}>{t('clients.pushHistory.states.not_sent')}</StatusBadge>
  return (
    <Stack gap={6}>
      {entry.wallets.map((one) => (
        <WalletState key={one.wallet} {...one} />
      ))}
    </Stack>
  )
}

function WalletState({ wallet, state, fetchedAt, removedAt }: InWallet) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <div>
      <Group gap={8} wrap="nowrap">
        <span>{t(`clients.wallets.${wallet}`)}</span>
        <StatusBadge tone={TONES[state]}>{t(`clients.pushHistory.states.${state}`)}</StatusBadge>
      </Group>
      {fetchedAt && (
        <Text className="k-small" c="dimmed">
          <MoscowTime at={fetchedAt} />
        </Text>
      )}
      {removedAt && (
        <Text className="k-small" c="dimmed">
          {t('clients.pushHistory.removed', { date: show.date(removedAt) })}
        </Text>
      )}
    </div>
  )
}

export function BalanceHistory({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const amount = useAmount()
  const nameOf = useAmountName()
  return (
    <History<BalanceEntry>
      clientId={clientId}
      useEntries={useBalanceHistory}
      label={t('clients.balanceHistory.label')}
      empty={t('clients.balanceHistory.empty')}
      columns={[
        { title: t('clients.balanceHistory.date'), cell: (entry) => <MoscowTime at={entry.at} /> },
        {
          title: t('clients.balanceHistory.kind'),
          cell: (entry) => (entry.kind === 'unknown' ? t('clients.balanceHistory.kinds.unknown') : nameOf(entry.kind)),
        },
        {
          title: t('clients.balanceHistory.delta'),
          isNumber: true,
          cell: ({ kind, delta }) => (
            <Text
              span
              inherit
              fw={600}
              c={delta < 0 ? 'var(--k-danger)' : 'var(--k-success)'}
              style={{ whiteSpace: 'nowrap' }}
            >
              {delta > 0 && kind !== 'unknown' ? '+' : ''}
              {kind === 'unknown' ? '–' : amount(kind, delta)}
            </Text>
          ),
        },
        {
          title: t('clients.balanceHistory.after'),
          isNumber: true,
          cell: ({ kind, after }) => (
            <span style={{ whiteSpace: 'nowrap' }}>{kind === 'unknown' ? '–' : amount(kind, after)}</span>
          ),
        },
        {
          title: t('clients.balanceHistory.source'),
          cell: (entry) =>
            [t(`clients.balanceHistory.sources.${entry.source}`), entry.till].filter(Boolean).join(' · '),
        },
        { title: t('clients.balanceHistory.by'), cell: (entry) => entry.by || '–' },
        {
          title: t('clients.balanceHistory.reason'),
          cell: (entry) => <span className={classes.message}>{entry.reason || '–'}</span>,
        },
      ]}
    />
  )
}
