import { IconArrowDown, IconArrowsVertical, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from './columns.ts'
import classes from './data-table.module.css'
import type { Order } from './table-state.ts'

type GridHeadProps<Row> = {
  columns: readonly Column<Row>[]
  sort: Order
  onSort: (sort: Order) => void
  hasActions: boolean
  /** The box of all rows, where rows can be chosen. */
  children: ReactNode
}

const SORTS = { asc: 'ascending', desc: 'descending' } as const

/** The titles of the columns; those that can be sorted by are buttons. */
export function GridHead<Row>({ columns, sort, onSort, hasActions, children }: GridHeadProps<Row>) {
  const { t } = useTranslation()
  return (
    <thead>
      <tr>
        {children && <th className={classes.box}>{children}</th>}
        {columns.map(({ key, title, isSortable, align, width }) => {
          const order = isSortable && sort.by === key ? sort.direction : undefined
          return (
            <th
              key={key}
              scope="col"
              className={align === 'right' ? classes.right : undefined}
              style={width === undefined ? undefined : { width }}
              aria-sort={order && SORTS[order]}
            >
              {isSortable ? (
                <button
                  type="button"
                  className={classes.sort}
                  onClick={() => onSort({ by: key, direction: order === 'asc' ? 'desc' : 'asc' })}
                >
                  {title}
                  <SortIcon order={order} />
                </button>
              ) : (
                title
              )}
            </th>
          )
        })}
        {hasActions && (
          <th className={classes.right} style={{ width: 56 }}>
            <span className="k-unseen">{t('common.moreActions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function SortIcon({ order }: { order: Order['direction'] | undefined }) {
  if (order === undefined) return <IconArrowsVertical size={14} className={classes.unsorted} aria-hidden="true" />
  const Icon = order === 'asc' ? IconArrowUp : IconArrowDown
  return <Icon size={14} aria-hidden="true" />
}
