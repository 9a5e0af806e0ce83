import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Child } from '../../../contract/business/partner.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useChildren } from './data.ts'

/** Accounts that signed up with the code. */
export function ChildrenTab() {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const state = useTableState({ sorts: ['since'] })
  const columns: Column<Child>[] = [
    { key: 'account', title: t('partner.columns.account'), render: (row) => row.name },
    {
      key: 'tariff',
      title: t('partner.columns.tariff'),
      card: 'status',
      render: (row) => (row.tariff ? t(`cabinets.tariffs.${row.tariff}`) : t('finance.noTariff')),
    },
    {
      key: 'since',
      title: t('partner.columns.since'),
      isSortable: true,
      card: 'fact',
      render: (row) => show.date(row.createdAt),
    },
    {
      key: 'spent',
      title: t('partner.columns.spent'),
      align: 'right',
      card: 'fact',
      render: (row) => show.money(row.spentMinor),
    },
    {
      key: 'paid',
      title: t('partner.columns.paid'),
      align: 'right',
      render: (row) => show.money(row.paidMinor),
    },
    {
      key: 'share',
      title: t('partner.columns.share'),
      align: 'right',
      card: 'fact',
      render: (row) => show.money(row.shareMinor),
    },
    {
      key: 'last',
      title: t('partner.columns.lastSpent'),
      render: (row) => (row.lastSpentAt ? show.date(row.lastSpentAt) : '–'),
    },
  ]
  return (
    <DataTable
      name="children"
      label={t('partner.tabs.clients')}
      state={state}
      read={useChildren(c, state)}
      columns={columns}
      rowId={(row) => row.createdAt + row.name}
      rowName={(row) => row.name}
      empty={
        <EmptyState
          icon={<IconUsers size={40} stroke={1.5} />}
          title={t('partner.empty.clients')}
          text={t('partner.empty.clientsText')}
        />
      }
    />
  )
}
