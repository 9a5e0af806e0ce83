import { Text } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CURRENCY } from '../../../contract/limits.ts'
import type { Spent } from '../../../contract/business/partner.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { dayFilter } from '../../parts/data-table/day-filter.tsx'
import { type TableState, useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { useSpent, useSpentSum } from './data.ts'

/** What businesses that signed up with the referral code were charged for their plans. */
export function SpentTab() {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const state = useTableState({ sorts: ['at'], filters: ['from', 'to'] })
  const sum = useSpentSum(c, state.filters).data
  const columns: Column<Spent>[] = [
    { key: 'account', title: t('partner.columns.account'), render: (row) => row.name },
    {
      key: 'at',
      title: t('partner.columns.date'),
      isSortable: true,
      card: 'fact',
      render: (row) => <MoscowTime at={row.at} />,
    },
    {
      key: 'amount',
      title: t('partner.columns.amount'),
      align: 'right',
      card: 'status',
      render: (row) => show.money(row.amountMinor),
    },
  ]
  return (
    <>
      {sum && sum.charges > 0 && (
        <Text fw={600} className="k-number">
          {t('partner.spentSum', {
            amount: `${show.money(sum.amountMinor)}\u00a0${CURRENCY}`,
            count: sum.accounts,
            n: show.number(sum.accounts),
          })}
        </Text>
      )}
      <DataTable
        name="spent"
        label={t('partner.tabs.spent')}
        state={state as unknown as TableState}
        read={useSpent(c, state)}
        columns={columns}
        filters={[
          dayFilter('from', t('finance.filters.from'), show.date),
          dayFilter('to', t('finance.filters.to'), show.date),
        ]}
        rowId={(row) => row.at + row.name + row.amountMinor}
        rowName={(row) => row.name}
        empty={
          <EmptyState
            icon={<IconReceipt size={40} stroke={1.5} />}
            title={t('partner.empty.spent')}
            text={t('partner.empty.spentText')}
          />
        }
      />
    </>
  )
}
