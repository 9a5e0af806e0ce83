import { Button, Group } from '@mantine/core'
import { IconFileDownload, IconReceipt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LEDGER_EVENTS, type Transaction } from '../../../contract/business/finance.ts'
import { LEDGER_FORMATS } from '../../../contract/business/ledger.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { dayFilter } from '../../parts/data-table/day-filter.tsx'
import type { Filter } from '../../parts/data-table/filter-chip.tsx'
import { type TableState, useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loading } from '../../parts/loading.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { ledgerFilter, type LedgerFilters, useLedgerFile, useSummary, useTransactions } from './data.ts'
import classes from './finance.module.css'
import { LedgerSums, Lasts } from './ledger-sums.tsx'
import { movement, sum } from './price.ts'
import { SPENDING_HEIGHT, SpendingPanel } from './spending.tsx'

/** Every movement of money, with the totals and what was spent on what above. */
export function TransactionsTab() {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c, tariff } = useCabinet()
  const state = useTableState({ sorts: ['at'], filters: ['event', 'from', 'to'] })
  const read = useTransactions(c, state)
  const { data: summary, isPending } = useSummary(c, state.filters)
  const nameOf = useEventName()
  const filters: Filter[] = [
    {
      key: 'event',
      label: t('payments.filters.event'),
      isMulti: true,
      options: LEDGER_EVENTS.map((value) => ({ value, label: t(`payments.events.${value}`) })),
    },
    dayFilter('from', t('finance.filters.from'), show.date),
    dayFilter('to', t('finance.filters.to'), show.date),
  ]
  return (
    <>
      <Lasts />
      {isPending && tariff && !tariff.isDemo && <Loading shapes={[{ h: { base: 165, sm: 48 } }, SPENDING_HEIGHT]} />}
      {summary && summary.count > 0 && <LedgerSums summary={summary} />}
      {summary && summary.count > 0 && <SpendingPanel filters={state.filters} />}
      <DataTable
        name="transactions"
        label={t('finance.tabs.transactions')}
        state={state as unknown as TableState}
        read={read}
        columns={useColumns()}
        filters={filters}
        tools={summary && summary.count > 0 && <Downloads filters={state.filters} />}
        rowId={(row) => String(row.no)}
        rowName={(row) => `${nameOf(row)}, ${show.dateTime(row.at)}`}
        empty={
          <EmptyState
            icon={<IconReceipt size={40} stroke={1.5} />}
            title={t('payments.empty.title')}
            text={t('payments.empty.text')}
          />
        }
      />
    </>
  )
}

/** The same rows as a file, for those with the right to export. */
function Downloads({ filters }: { filters: LedgerFilters }) {
  const { t } = useTranslation()
  const { id: c, rights } = useCabinet()
  const file = useLedgerFile()
  if (!rights.includes('export')) return null
  return (
    <Group gap="xs">
      {LEDGER_FORMATS.map((format) => (
        <Button
          key={format}
          variant="default"
          leftSection={<IconFileDownload size={16} aria-hidden="true" />}
          disabled={file.isBusy}
          onClick={() => file.run({ params: { c }, query: { ...ledgerFilter(filters), format } })}
        >
          {t(`payments.file.${format}`)}
        </Button>
      ))}
    </Group>
  )
}

function useEventName(): (row: Transaction) => string {
  const { t } = useTranslation()
  return (row) => {
    if (row.event === 'slot' && row.slots) return t('payments.events.slots', { count: row.slots })
    if (row.event === 'module' && row.module !== null) return t(`payments.events.modules.${row.module}`)
    if (row.event !== 'tariff' || row.tariff === null) return t(`payments.events.${row.event}`)
    const name = t(`cabinets.tariffs.${row.tariff}`)
    return row.slots
      ? t('payments.events.tariffSlots', { name, count: row.slots })
      : t('payments.events.tariffOf', { name })
  }
}

/** What it was booked for, in words; null where the event says it all. */
function useCause(): (row: Transaction) => string | null {
  const { t } = useTranslation()
  return ({ event, cause, subject, bonusMinor }) => {
    if (cause !== null && cause !== 'unknown') return t(`payments.causes.${cause}`, { subject })
    return event === 'correction' && bonusMinor > 0 ? t('payments.causes.toBonus') : null
  }
}

function useColumns(): Column<Transaction>[] {
  const { t } = useTranslation()
  const show = useShow()
  const nameOf = useEventName()
  const causeOf = useCause()
  return [
    {
      key: 'event',
      title: t('payments.columns.event'),
      render: (row) => {
        const causeText = causeOf(row)
        return (
          <span>
            {nameOf(row)}
            {row.bonusMinor < 0 && (
              <span className={classes.note}>{t('payments.events.fromBonus', { amount: sum(-row.bonusMinor) })}</span>
            )}
            {causeText !== null && <span className={classes.note}>{causeText}</span>}
            {row.note !== '' && <span className={classes.note}>{row.note}</span>}
          </span>
        )
      },
    },
    {
      key: 'at',
      title: t('payments.columns.at'),
      isSortable: true,
      card: 'fact',
      render: (row) => <MoscowTime at={row.at} />,
    },
    {
      key: 'amount',
      title: t('payments.columns.amount'),
      align: 'right',
      card: 'status',
      render: (row) => <span className={row.amountMinor > 0 ? classes.plus : ''}>{movement(row.amountMinor)}</span>,
    },
    {
      key: 'balance',
      title: t('payments.columns.balance'),
      align: 'right',
      card: 'fact',
      render: (row) => show.money(row.balanceMinor),
    },
  ]
}
