import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '../../../contract/call.ts'
import type { clients } from '../../../contract/people/clients.ts'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { StatusBadge, type Tone } from '../../parts/status.tsx'
import classes from './clients.module.css'
import { useBalanceHistory, usePushHistory } from './data.ts'
import { History } from './history.tsx'
import { useAmount } from './use-amount.ts'

type PushEntry = ReplyOf<typeof clients.pushHistory>['data'][number]
type BalanceEntry = ReplyOf<typeof clients.balanceHistory>['data'][number]

const TONES: Readonly<Record<PushEntry['state'], Tone>> = {
  queued: 'neutral',
  sent: 'info',
  delivered: 'success',
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
        {
          title: t('clients.pushHistory.channel'),
          cell: (entry) => t(`clients.pushHistory.channels.${entry.channel}`),
        },
        { title: t('clients.pushHistory.state'), cell: (entry) => <PushState entry={entry} /> },
      ]}
    />
  )
}

function PushState({ entry }: { entry: PushEntry }) {
  const { t } = useTranslation()
  return (
    <>
      <StatusBadge tone={TONES[entry.state]}>{t(`clients.pushHistory.states.${entry.state}`)}</StatusBadge>
      {entry.deliveredAt && (
        <Text className="k-small" c="dimmed">
          <MoscowTime at={entry.deliveredAt} />
        </Text>
      )}
    </>
  )
}

export function BalanceHistory({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const amount = useAmount()
  return (
    <History<BalanceEntry>
      clientId={clientId}
      useEntries={useBalanceHistory}
      label={t('clients.balanceHistory.label')}
      empty={t('clients.balanceHistory.empty')}
      columns={[
        { title: t('clients.balanceHistory.date'), cell: (entry) => <MoscowTime at={entry.at} /> },
        { title: t('clients.balanceHistory.kind'), cell: (entry) => t(`clients.balanceHistory.kinds.${entry.kind}`) },
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
              {delta > 0 ? '+' : ''}
              {amount(kind, delta)}
            </Text>
          ),
        },
        {
          title: t('clients.balanceHistory.after'),
          isNumber: true,
          cell: (entry) => <span style={{ whiteSpace: 'nowrap' }}>{amount(entry.kind, entry.after)}</span>,
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
