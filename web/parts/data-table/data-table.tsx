/** The table of every list: search, filters, order, columns, pages, selection, and each state it can be in. */
import { ActionBar, Button, Group, NativeSelect, Pagination, Skeleton, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFilterOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { DataTable as Grid } from 'mantine-datatable'
import 'mantine-datatable/styles.layer.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meta } from '../../../contract/call.ts'
import { PAGE_SIZES } from '../../../contract/limits.ts'
import { PagePanel } from '../../base/refusal.tsx'
import type { Refused } from '../../base/refused.ts'
import { useShow } from '../../base/show.ts'
import { PHONE } from '../../base/theme.ts'
import { EmptyState } from '../empty-state.tsx'
import { PathLink } from '../link.tsx'
import { type MoreItem, MoreMenu } from '../page.tsx'
import { type Column, keepColumns, keptColumns, shownColumns } from './columns.ts'
import classes from './data-table.module.css'
import type { Filter } from './filter-chip.tsx'
import { SlowNote } from '../slow-note.tsx'
import { PhoneCards } from './phone-cards.tsx'
import type { ShownTableState } from './table-state.ts'
import { TableTools } from './table-tools.tsx'

type DataTableProps<Row> = {
  /** Name under which the chosen columns are kept. */
  name: string
  /** Read aloud: `Clients`. */
  label: string
  state: ShownTableState
  /** The read of a paged call, with `keepRows`. */
  read: UseQueryResult<{ data: Row[]; meta: Meta }, Refused>
  /** The first column names the row and is its link. */
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  /** Path of the hash that a row opens. */
  rowPath?: (row: Row) => string
  /** What the three dots of a row hold. */
  actions?: (row: Row) => readonly MoreItem[]
  filters?: readonly Filter[]
  /** Without it there is no search. */
  searchPlaceholder?: string
  /** An `EmptyState` for when there is nothing at all yet. */
  empty: ReactNode
  /** Ids across pages; the bar at the bottom shows `selectionActions`. */
  selection?: { ids: readonly string[]; onChange: (ids: string[]) => void; actions: ReactNode }
  /** Buttons at the end of the tools. */
  tools?: ReactNode
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, state, read, columns, rowId, rowName, rowPath, actions, filters = [], selection } = props
  const { t } = useTranslation()
  const show = useShow()
  const router = useRouter()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState(() => keptColumns(name))
  const shown = shownColumns(columns, chosen)
  const rows = read.data?.data
  const total = read.data?.meta.total
  const isOld = read.isPlaceholderData
  if (rows && rows.length === 0 && !state.isNarrowed && state.page === 1 && !read.isError) return props.empty

  const body = () => {
    if (read.isError && !rows)
      return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
    if (!rows) return <TableSkeleton label={t('common.loading')} />
    if (rows.length === 0) {
      return (
        <EmptyState
          icon={<IconFilterOff size={40} stroke={1.5} />}
          title={t('common.table.noMatch')}
          text={t('common.table.noMatchText')}
          action={
            <Button variant="default" onClick={() => (state.isNarrowed ? state.clear() : state.setPage(1))}>
              {t('common.table.clearFilters')}
            </Button>
          }
        />
      )
    }
    if (isPhone) {
      return (
        <PhoneCards
          rows={rows}
          columns={columns}
          rowId={rowId}
          rowName={rowName}
          rowPath={rowPath}
          actions={actions}
          selected={selection?.ids}
          onSelect={selection?.onChange}
          isOld={isOld}
        />
      )
    }
    const gridColumns = shown.map((column, i) => ({
      accessor: column.key,
      title: column.title,
      sortable: column.isSortable ?? false,
      textAlign: column.align ?? ('left' as const),
      noWrap: column.align === 'right',
      ...(column.width !== undefined && { width: column.width }),
      ...(column.align === 'right' && { cellsClassName: 'k-number' }),
      render: (row: Row) =>
        i === 0 && rowPath ? (
          <PathLink to={rowPath(row)} className={classes.name ?? ''} onClick={(event) => event.stopPropagation()}>
            {column.render(row)}
          </PathLink>
        ) : (
          column.render(row)
        ),
    }))
    return (
      <div className={isOld ? `${classes.table} ${classes.old}` : classes.table}>
        <Grid<Row>
          records={rows}
          idAccessor={(row) => rowId(row)}
          aria-label={props.label}
          columns={[
            ...gridColumns,
            ...(actions
              ? [
                  {
                    accessor: '_actions',
                    title: <span className="k-unseen">{t('common.moreActions')}</span>,
                    width: 56,
                    textAlign: 'right' as const,
                    render: (row: Row) =>
                      actions(row).length > 0 && (
                        <div onClick={(event) => event.stopPropagation()} role="presentation">
                          <MoreMenu label={t('common.table.actionsOf', { name: rowName(row) })} items={actions(row)} />
                        </div>
                      ),
                  },
                ]
              : []),
          ]}
          sortStatus={{ columnAccessor: state.sort.by, direction: state.sort.direction }}
          onSortStatusChange={(sort) => state.setSort({ by: String(sort.columnAccessor), direction: sort.direction })}
          {...(rowPath && { onRowClick: ({ record }: { record: Row }) => router.history.push(rowPath(record)) })}
          {...(selection && {
            selectedRecords: rows.filter((row) => selection.ids.includes(rowId(row))),
            onSelectedRecordsChange: (selected: Row[]) => {
              const here = new Set(rows.map(rowId))
              selection.onChange([...selection.ids.filter((id) => !here.has(id)), ...selected.map(rowId)])
            },
            getRecordSelectionCheckboxProps: (row: Row) => ({
              'aria-label': t('common.table.select', { name: rowName(row) }),
            }),
            allRecordsSelectionCheckboxProps: { 'aria-label': t('common.table.selectAll') },
          })}
          verticalSpacing="xs"
          horizontalSpacing="sm"
          highlightOnHover
          withTableBorder={false}
        />
      </div>
    )
  }

  return (
    <div className={classes.shell}>
      <TableTools
        state={state}
        columns={columns}
        shown={shown.map((column) => column.key)}
        filters={filters}
        total={total}
        searchPlaceholder={props.searchPlaceholder}
        onColumns={(keys) => {
          setChosen(keys)
          keepColumns(name, keys)
        }}
      >
        {props.tools}
      </TableTools>
      <div className="k-unseen" role="status">
        {rows && total !== undefined && !read.isFetching ? rangeText() : ''}
      </div>
      {body()}
      {rows && rows.length > 0 && total !== undefined && (total > PAGE_SIZES[0] || state.page > 1) && (
        <div className={classes.foot}>
          <Group gap="sm">
            <Text className="k-small k-number" c="dimmed">
              {rangeText()}
            </Text>
            <NativeSelect
              size="xs"
              aria-label={t('common.table.pageSize')}
              data={PAGE_SIZES.map(String)}
              value={String(state.limit)}
              onChange={(event) => state.setLimit(Number(event.currentTarget.value))}
            />
          </Group>
          <Pagination
            size={isPhone ? 'md' : 'sm'}
            siblings={isPhone ? 0 : 1}
            total={Math.max(1, Math.ceil(total / state.limit))}
            value={state.page}
            onChange={state.setPage}
            getItemProps={(page) => ({ 'aria-label': t('common.table.page', { page }) })}
            getControlProps={(control) => ({
              'aria-label': control === 'next' ? t('common.table.nextPage') : t('common.table.previousPage'),
            })}
          />
        </div>
      )}
      {selection && (
        <ActionBar
          portalProps={{ target: 'main' }}
          className={classes.selectionBar ?? ''}
          opened={selection.ids.length > 0}
          onClose={() => selection.onChange([])}
          aria-label={t('common.table.selected', { count: selection.ids.length })}
        >
          <Text fw={500} px="xs">
            {t('common.table.selected', { count: selection.ids.length })}
          </Text>
          {selection.actions}
          <ActionBar.CloseButton aria-label={t('common.table.clearSelection')} />
        </ActionBar>
      )}
    </div>
  )

  function rangeText(): string {
    const from = (state.page - 1) * state.limit + 1
    return t('common.table.range', {
      from: show.number(from),
      to: show.number(from + (rows?.length ?? 1) - 1),
      total: show.number(total ?? 0),
    })
  }
}

function TableSkeleton({ label }: { label: string }) {
  return (
    <div className={classes.table} aria-busy="true" aria-label={label} role="status">
      <Stack gap={0} p="sm">
        {Array.from({ length: 8 }, (_, i) => (
          <Skeleton key={i} height={16} my={14} width={`${[72, 88, 64, 80][i % 4]}%`} radius="sm" />
        ))}
        <SlowNote />
      </Stack>
    </div>
  )
}
