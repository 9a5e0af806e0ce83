import { useRouter } from '@tanstack/react-router'
import { DataTable as Grid, type DataTableColumn } from 'mantine-datatable'
import 'mantine-datatable/styles.layer.css'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../link.tsx'
import { MoreMenu } from '../more-menu.tsx'
import type { MoreItem } from '../page.tsx'
import type { Column } from './columns.ts'
import classes from './data-table.module.css'
import type { TableSelection } from './selection-bar.tsx'
import type { ShownTableState } from './table-state.ts'

type TableGridProps<Row> = {
  label: string
  state: ShownTableState
  rows: Row[]
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  rowPath: ((row: Row) => string) | undefined
  actions: ((row: Row) => readonly MoreItem[]) | undefined
  selection: TableSelection | undefined
  /** The rows of another page, until those of this one arrive. */
  isOld: boolean
}

/** The table of a wide screen. */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { label, state, rows, rowId, rowPath, selection, isOld } = props
  const { t } = useTranslation()
  const router = useRouter()
  const select = (selected: readonly Row[]) => {
    const here = new Set(rows.map(rowId))
    selection?.onChange([...selection.ids.filter((id) => !here.has(id)), ...selected.map(rowId)])
  }
  return (
    <div className={isOld ? `${classes.table} ${classes.old}` : classes.table}>
      <Grid<Row>
        records={rows}
        idAccessor={(row) => rowId(row)}
        aria-label={label}
        columns={useGridColumns(props)}
        sortStatus={{ columnAccessor: state.sort.by, direction: state.sort.direction }}
        onSortStatusChange={(sort) => state.setSort({ by: String(sort.columnAccessor), direction: sort.direction })}
        {...(rowPath && { onRowClick: ({ record }: { record: Row }) => router.history.push(rowPath(record)) })}
        {...(selection && {
          selectedRecords: rows.filter((row) => selection.ids.includes(rowId(row))),
          onSelectedRecordsChange: select,
          getRecordSelectionCheckboxProps: (row: Row) => ({
            'aria-label': t('common.table.select', { name: props.rowName(row) }),
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

/** The columns of the list, the first one as a link, and the menu of a row. */
function useGridColumns<Row>({ columns, rowName, rowPath, actions }: TableGridProps<Row>): DataTableColumn<Row>[] {
  const { t } = useTranslation()
  const render = (column: Column<Row>, isLink: boolean) => (row: Row) =>
    isLink && rowPath ? (
      <PathLink to={rowPath(row)} className={classes.name ?? ''} onClick={(event) => event.stopPropagation()}>
        {column.render(row)}
      </PathLink>
    ) : (
      column.render(row)
    )
  const own = columns.map((column, i) => ({
    accessor: column.key,
    title: column.title,
    sortable: column.isSortable ?? false,
    textAlign: column.align ?? ('left' as const),
    noWrap: column.align === 'right',
    ...(column.width !== undefined && { width: column.width }),
    ...(column.align === 'right' && { cellsClassName: 'k-number' }),
    render: render(column, i === 0),
  }))
  if (!actions) return own
  const more = (row: Row) =>
    actions(row).length > 0 && (
      <div onClick={(event) => event.stopPropagation()} role="presentation">
        <MoreMenu label={t('common.table.actionsOf', { name: rowName(row) })} items={actions(row)} />
      </div>
    )
  const title = <span className="k-unseen">{t('common.moreActions')}</span>
  return [...own, { accessor: '_actions', title, width: 56, textAlign: 'right', render: more }]
}
