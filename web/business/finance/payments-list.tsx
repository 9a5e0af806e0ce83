/** The card payments of the business, whose states change while one looks at them. */
import { Title } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Payment, payments } from '../../../contract/business/payments.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { onNews } from '../../base/news.ts'
import { refresh } from '../../base/query.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { type TableState, useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { StatusBadge, type Tone } from '../../parts/status.tsx'
import { MONEY_READS } from './data.ts'
import classes from './finance.module.css'
import { usePayments } from './payments-data.ts'
import { sum } from './price.ts'

const TONES: Readonly<Record<Payment['state'], Tone>> = {
  waiting: 'info',
  paid: 'success',
  cancelled: 'neutral',
  expired: 'neutral',
  failed: 'danger',
}

export function PaymentsList() {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const state = useTableState({ sorts: ['no'] })
  const read = usePayments(c, { page: state.page, limit: state.limit })
  useFreshMoney(read.data?.data)
  useEffect(() => onNews(() => void refresh(payments.listPayments)), [])
  return (
    <section aria-labelledby="payments-title">
      <Title order={2} id="payments-title" mb="sm">
        {t('payments.list.title')}
      </Title>
      <DataTable
        name="payments"
        label={t('payments.list.title')}
        state={state as unknown as TableState}
        read={read}
        columns={useColumns()}
        rowId={(row) => String(row.no)}
        rowName={(row) => t('payments.list.name', { no: row.no })}
        empty={
          <EmptyState
            icon={<IconCreditCard size={40} stroke={1.5} />}
            title={t('payments.list.empty')}
            text={t('payments.list.emptyText')}
          />
        }
      />
    </section>
  )
}

/** Once one more is paid, the balance and what it allows are read again. */
function useFreshMoney(rows: readonly Payment[] | undefined): void {
  const paid = rows?.filter(({ state }) => state === 'paid').length
  const before = useRef(paid)
  useEffect(() => {
    if (paid !== undefined && before.current !== undefined && paid > before.current) void refresh(...MONEY_READS)
    before.current = paid
  }, [paid])
}

function useColumns(): Column<Payment>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'no',
      title: t('payments.list.no'),
      render: (row) => (
        <span>
          {t('payments.list.name', { no: row.no })}
          {row.months !== null && (
            <span className={classes.note}>{t('payments.list.months', { count: row.months })}</span>
          )}
          {row.isTest && <span className={classes.note}>{t('payments.list.test')}</span>}
        </span>
      ),
    },
    { key: 'at', title: t('payments.columns.at'), card: 'fact', render: (row) => <MoscowTime at={row.createdAt} /> },
    {
      key: 'state',
      title: t('payments.list.state'),
      card: 'status',
      render: (row) => (
        <span aria-live="polite">
          <StatusBadge tone={TONES[row.state]}>{t(`payments.states.${row.state}`)}</StatusBadge>
          {row.refundedMinor > 0 && (
            <span className={classes.note}>{t('payments.list.refunded', { amount: sum(row.refundedMinor) })}</span>
          )}
        </span>
      ),
    },
    {
      key: 'amount',
      title: t('payments.list.amount'),
      align: 'right',
      card: 'fact',
      render: (row) => <span className="k-number">{sum(row.amountMinor)}</span>,
    },
    {
      key: 'total',
      title: t('payments.list.total'),
      align: 'right',
      render: (row) => <span className="k-number">{sum(row.totalMinor)}</span>,
    },
  ]
}
