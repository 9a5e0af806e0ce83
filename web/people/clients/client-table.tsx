import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CLIENT_PAGE_SIZES } from '../../../contract/page.ts'
import { type ClientRow, SORT_COLUMNS } from '../../../contract/people/clients.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import type { TableSelection } from '../../parts/data-table/selection-bar.tsx'
import { type TableState, useTableState } from '../../parts/data-table/table-state.ts'
import { fullName, useColumns } from './client-columns.tsx'
import { useFilters } from './client-filters.tsx'
import type { useClients } from './data.ts'
import { ListSteps } from './list-steps.tsx'
import { FILTER_NAMES, type FilterName } from './list-filters.ts'

export type ClientTableState = TableState<(typeof SORT_COLUMNS)[number], FilterName>

/** What the table shows, kept in the address. */
export function useClientTableState(): ClientTableState {
  return useTableState({ sorts: SORT_COLUMNS, filters: FILTER_NAMES, sizes: CLIENT_PAGE_SIZES })
}

type ClientTableProps = {
  state: ClientTableState
  read: ReturnType<typeof useClients>
  empty: ReactNode
  selection: TableSelection & { actions: ReactNode }
  tools: ReactNode
  onCount: () => void
}

export function ClientTable({ state, read, empty, selection, tools, onCount }: ClientTableProps) {
  const { t } = useTranslation()
  const show = useShow()
  const cabinet = useCabinet()
  const hasCrm = read.data?.data.some((row) => row.sync !== null) ?? false
  return (
    <DataTable<ClientRow>
      name="clients"
      label={t('clients.tableLabel')}
      state={state}
      read={read}
      columns={useColumns({
        hasCrm,
        hasTags: read.data?.data.some((row) => row.tags.length > 0) ?? false,
      })}
      filters={useFilters(state.filters, hasCrm || state.filters.crm !== undefined)}
      rowId={(row) => row.id}
      rowName={(row) => fullName(row) || t('clients.nameless')}
      rowPath={(row) => `/${cabinet.domain}/clients/${row.id}`}
      searchPlaceholder={t('clients.search')}
      empty={empty}
      selection={selection}
      tools={tools}
      steps={{
        textOf: (shown, { total, isEstimate }) =>
          t(isEstimate ? 'clients.steps.ofAbout' : 'clients.steps.of', {
            shown: show.number(shown),
            total: show.number(total),
          }),
        render: (text, meta) => <ListSteps state={state} meta={meta} shown={text} onCount={onCount} />,
      }}
    />
  )
}
