/** Bonuses from promo codes and friends: the reason, and whether they were credited. */
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '../../../contract/call.ts'
import type { marketplace } from '../../../contract/reach/marketplace.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { PathLink } from '../../parts/link.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { usePointHistory } from './data.ts'
import { History } from './history.tsx'

type PointEntry = ReplyOf<typeof marketplace.pointHistory>['data'][number]

export function PointHistory({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <History<PointEntry>
      clientId={clientId}
      useEntries={usePointHistory}
      label={t('clients.pointHistory.label')}
      empty={t('clients.pointHistory.empty')}
      columns={[
        { title: t('clients.pointHistory.date'), cell: (entry) => <MoscowTime at={entry.at} /> },
        {
          title: t('clients.pointHistory.amount'),
          isNumber: true,
          cell: (entry) => (
            <Text
              span
              inherit
              fw={600}
              c={entry.status === 'accrued' ? 'var(--k-success)' : 'dimmed'}
              style={{ whiteSpace: 'nowrap' }}
            >
              +{show.points(entry.amountMinor)}
            </Text>
          ),
        },
        { title: t('clients.pointHistory.reason'), cell: (entry) => <Reason entry={entry} /> },
        { title: t('clients.pointHistory.status'), cell: (entry) => <Status entry={entry} /> },
      ]}
    />
  )
}

function Reason({ entry: { reason, code, other } }: { entry: PointEntry }) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  if (reason === 'welcome')
    return code === ''
      ? t('clients.pointHistory.reasons.everyone')
      : t('clients.pointHistory.reasons.welcome', { code })
  const text = t(`clients.pointHistory.reasons.${reason}`, { name: other?.name || t('clients.nameless') })
  return other ? <PathLink to={`/${domain}/clients/${other.id}`}>{text}</PathLink> : text
}

function Status({ entry: { status } }: { entry: PointEntry }) {
  const { t } = useTranslation()
  return (
    <>
      <StatusBadge tone={status === 'accrued' ? 'success' : 'neutral'}>
        {t(`clients.pointHistory.states.${status}`)}
      </StatusBadge>
      {status === 'not_accrued' && (
        <Text className="k-small" c="dimmed">
          {t('clients.pointHistory.limit')}
        </Text>
      )}
    </>
  )
}
