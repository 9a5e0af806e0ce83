import { TextInput } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LEDGER_EVENTS, type Transaction } from '../../../contract/business/finance.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import type { Filter } from '../../parts/data-table/filter-chip.tsx'
import { type TableState, useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { useSummary, useTransactions } from './data.ts'
import classes from './finance.module.css'
import { movement, sum } from './price.ts'

/** Every movement of money, its sum on top. */
export function TransactionsTab() {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const state = useTableState({ sorts: ['at'], filters: ['event', 'from', 'to'] })
  const read = useTransactions(c, state)
  const summary = useSummary(c, state.filters).data
  const whatOf = (row: Transaction) => {
    if (row.event !== 'tariff' || row.tariff === null) return t(`finance.events.${row.event}`)
    const name = t(`cabinets.tariffs.${row.tariff}`)
    return row.slots
      ? t('finance.events.tariffSlots', { name, count: row.slots })
      : t('finance.events.tariffOf', { name })
  }
  const columns: Column<Transaction>[] = [
    {
      key: 'event',
      title: t('finance.columns.event'),
      render: (row) => (
        <span>
          {whatOf(row)}
          {row.note !== '' && <span className={classes.note}>{row.note}</span>}
        </span>
      ),
    },
    {
      key: 'at',
      title: t('finance.columns.at'),
      isSortable: true,
      card: 'fact',
      render: (row) => <MoscowTime at={row.at} />,
    },
    {
      key: 'amount',
      title: t('finance.columns.amount'),
      align: 'right',
      card: 'status',
      render: (row) => <span className={row.amountMinor > 0 ? classes.plus : ''}>{movement(row.amountMinor)}</span>,
    },
    {
      key: 'balance',
      title: t('finance.columns.balance'),
      align: 'right',
      card: 'fact',
      render: (row) => show.money(row.balanceMinor),
    },
  ]
  const day = (key: 'from' | 'to'): Filter => ({
    key,
    label: t(`finance.filters.${key}`),
    show: (value) => show.date(value),
    render: (value, set) => (
      <TextInput
        type="date"
        label={t(`finance.filters.${key}`)}
        value={value ?? ''}
        onChange={(event) => set(event.currentTarget.value || undefined)}
      />
    ),
  })
  const filters: Filter[] = [
    {
      key: 'event',
      label: t('finance.filters.event'),
      options: LEDGER_EVENTS.map((value) => ({ value, label: t(`finance.events.${value}`) })),
    },
    day('from'),
    day('to'),
  ]
  return (
    <>
      {summary && summary.count > 0 && (
        <dl className={classes.sums}>
          <div>
            <dt>{t('finance.sums.in')}</dt>
            <dd className="k-number">{sum(summary.creditMinor)}</dd>
          </div>
          <div>
            <dt>{t('finance.sums.out')}</dt>
            <dd className="k-number">{sum(summary.debitMinor)}</dd>
          </div>
          <div>
            <dt>{t('finance.sums.balance')}</dt>
            <dd className="k-number">{sum(summary.balanceMinor)}</dd>
          </div>
        </dl>
      )}
      <DataTable
        name="transactions"
        label={t('finance.tabs.transactions')}
        state={state as unknown as TableState}
        read={read}
        columns={columns}
        filters={filters}
        rowId={(row) => String(row.no)}
        rowName={(row) => `${whatOf(row)}, ${show.dateTime(row.at)}`}
        empty={
          <EmptyState
            icon={<IconReceipt size={40} stroke={1.5} />}
            title={t('finance.empty.title')}
            text={t('finance.empty.text')}
          />
        }
      />
    </>
  )
}
