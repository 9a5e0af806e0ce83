import { Text } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { NoApp } from '../../../contract/business/partner.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useNoApp } from './data.ts'

/** People who have signed up and not created an account. */
export function NoAppsTab() {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const state = useTableState({ sorts: ['at'] })
  const columns: Column<NoApp>[] = [
    { key: 'who', title: t('partner.columns.who'), render: (row) => row.name },
    { key: 'email', title: t('partner.columns.email'), card: 'fact', render: (row) => row.email },
    { key: 'phone', title: t('partner.columns.phone'), render: (row) => row.phone || '–' },
    {
      key: 'at',
      title: t('partner.columns.signedUp'),
      isSortable: true,
      card: 'fact',
      render: (row) => show.date(row.at),
    },
  ]
  return (
    <>
      <Text c="dimmed">{t('partner.masked')}</Text>
      <DataTable
        name="no-apps"
        label={t('partner.tabs.no-apps')}
        state={state}
        read={useNoApp(c, state)}
        columns={columns}
        rowId={(row) => row.at + row.email}
        rowName={(row) => row.name}
        empty={<EmptyState icon={<IconUserOff size={40} stroke={1.5} />} title={t('partner.empty.noApps')} />}
      />
    </>
  )
}
