import { Stack, Title } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SMS_PROVIDERS } from '../../../contract/people/sms-providers.ts'
import type { SentSms } from '../../../contract/people/verification.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { type TableState, useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { useSentSms } from './data.ts'
import classes from './verification.module.css'

const TONES = { sent: 'success', unknown: 'warning', refused: 'danger' } as const

/** SMS that were sent, and those refused, with the reason. */
export function HistoryCard() {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const state = useTableState({ sorts: ['at'] })
  const read = useSentSms(c, { page: state.page, limit: state.limit })
  const purposeOf = (row: SentSms) => t(`verification.history.purposes.${row.purpose}`)
  const columns: Column<SentSms>[] = [
    { key: 'purpose', title: t('verification.history.purpose'), render: purposeOf },
    { key: 'at', title: t('verification.history.at'), card: 'fact', render: (row) => <MoscowTime at={row.at} /> },
    {
      key: 'phone',
      title: t('verification.history.phone'),
      card: 'fact',
      render: (row) => <span className="k-number">{row.phone}</span>,
    },
    { key: 'provider', title: t('verification.provider.title'), render: (row) => SMS_PROVIDERS[row.smsType].name },
    {
      key: 'state',
      title: t('verification.history.state'),
      card: 'status',
      render: (row) => (
        <span className={classes.outcome}>
          <StatusBadge tone={TONES[row.state]}>
            {row.state === 'refused' && row.failure
              ? t(`verification.failures.${row.failure}`)
              : t(`verification.history.states.${row.state}`)}
          </StatusBadge>
        </span>
      ),
    },
  ]
  return (
    <Stack component="section" gap="sm" aria-labelledby="history-title">
      <Title order={2} id="history-title">
        {t('verification.history.title')}
      </Title>
      <DataTable
        name="sms"
        label={t('verification.history.title')}
        state={state as unknown as TableState}
        read={read}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => `${purposeOf(row)}, ${show.dateTime(row.at)}`}
        empty={
          <EmptyState
            icon={<IconMessage size={40} stroke={1.5} />}
            title={t('verification.history.empty')}
            text={t('verification.history.emptyText')}
          />
        }
      />
    </Stack>
  )
}
