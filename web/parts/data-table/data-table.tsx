/** The table of every list: search, filters, order, columns, pages, selection, and each state it can be in. */
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFilterOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meta } from '../../../contract/call.ts'
import { PAGE_SIZES } from '../../../contract/limits.ts'
import { PagePanel } from '../../base/refusal.tsx'
import type { Refused } from '../../base/refused.ts'
import { useShow } from '../../base/show.ts'
import { PHONE } from '../../base/theme.ts'
import { Bone, Loading } from '../loading.tsx'
import { EmptyState } from '../empty-state.tsx'
import type { MoreItem } from '../page.tsx'
import { type Column, keepColumns, keptColumns, shownColumns } from './columns.ts'
import classes from './data-table.module.css'
import type { Filter } from './filter-chip.tsx'
import { PhoneCards } from './phone-cards.tsx'
import { SelectionBar, type TableSelection } from './selection-bar.tsx'
import { TableGrid } from './table-grid.tsx'
import { TablePages } from './table-pages.tsx'
import { FIRST, type ShownTableState } from './table-state.ts'
import { TableTools } from './table-tools.tsx'

type DataTableProps<Row> = {
  /** Name under which the chosen columns are kept. */
  name: string
  /** For screen readers: `Clients`. */
  label: string
  state: ShownTableState
  /** The read of a paged call, with `keepRows`. */
  read: UseQueryResult<{ data: Row[]; meta: Meta }, Refused>
  /** The first column names the row and is its link. */
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  /** Path of the hash that opens the row. */
  rowPath?: (row: Row) => string
  /** Menu of a row. */
  actions?: (row: Row) => readonly MoreItem[]
  filters?: readonly Filter[]
  /** Without it there is no search. */
  searchPlaceholder?: string
  /** An `EmptyState`, shown while there are no rows at all. */
  empty: ReactNode
  /** Across pages; the bar at the bottom shows `actions`. */
  selection?: TableSelection & { actions: ReactNode }
  /** Buttons at the end of the tools. */
  tools?: ReactNode
  /** Of a list that is read in steps: it may be too long for page numbers. */
  steps?: { textOf: (shown: number, meta: Meta) => string; render: (text: string, meta: Meta) => ReactNode }
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, state, read, columns, filters = [], selection } = props
  const show = useShow()
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(() => keptColumns(name))
  const shown = useMemo(() => shownColumns(columns, chosen), [columns, chosen])
  const rows = read.data?.data
  const total = read.data?.meta.total
  const meta = read.data?.meta
  const isFirst = props.steps ? state.at === FIRST : state.page === 1
  if (rows && rows.length === 0 && !state.isNarrowed && isFirst && !read.isError) return props.empty

  const shownRows = rows?.length ?? 0
  const from = (state.page - 1) * state.limit + 1
  const rangeOf = () =>
    t('common.table.range', {
      from: show.number(from),
      to: show.number(from + Math.max(1, shownRows) - 1),
      total: show.number(total ?? 0),
    })
  const range = meta && props.steps ? props.steps.textOf(shownRows, meta) : rangeOf()
  return (
    <div className={classes.shell}>
      <TableTools
        label={props.label}
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
        {rows && total !== undefined && !read.isFetching ? range : ''}
      </div>
      <TableBody {...props} shown={shown} />
      {rows &&
        rows.length > 0 &&
        meta &&
        (meta.total > PAGE_SIZES[0] || !isFirst) &&
        (props.steps?.render(range, meta) ?? <TablePages state={state} total={meta.total} range={range} />)}
      {selection && <SelectionBar selection={selection}>{selection.actions}</SelectionBar>}
    </div>
  )
}

type TableBodyProps<Row> = DataTableProps<Row> & { shown: readonly Column<Row>[] }

/** Rows as a table, on a phone as cards, or why there are none. */
function TableBody<Row>({ shown, ...props }: TableBodyProps<Row>) {
  const { state, read, columns, rowId, rowName, rowPath, actions, selection } = props
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  // Rows are drawn piece by piece, so that the page answers in between.
  const rows = useDeferredValue(read.data?.data)
  const wasOther = useDeferredValue(read.isPlaceholderData)
  if (read.isError && !read.data)
    return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
  if (!rows) return <TableLoading />
  if (rows.length === 0) return <NoMatch state={state} />
  // Of the page before, until those asked for are drawn; rows that were only read again do not flicker.
  const isOld = read.isPlaceholderData || wasOther
  if (!isPhone)
    return (
      <TableGrid
        label={props.label}
        state={state}
        rows={rows}
        columns={shown}
        rowId={rowId}
        rowName={rowName}
        rowPath={rowPath}
        actions={actions}
        selection={selection}
        isOld={isOld}
      />
    )
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

function NoMatch({ state }: { state: ShownTableState }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconFilterOff size={40} stroke={1.5} />}
      title={t('common.table.noMatch')}
      text={t('common.table.noMatchText')}
      action={
        <Button variant="default" onClick={() => (state.isNarrowed ? state.clear() : state.setPlace(FIRST))}>
          {t('common.table.clearFilters')}
        </Button>
      }
    />
  )
}

function TableLoading() {
  return (
    <div className={classes.table}>
      <Loading className={classes.loading}>
        {Array.from({ length: 8 }, (_, i) => (
          <Bone key={i} height={16} my={14} width={`${[72, 88, 64, 80][i % 4]}%`} radius="sm" />
        ))}
      </Loading>
    </div>
  )
}
