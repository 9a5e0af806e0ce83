import { Checkbox } from '@mantine/core'
import { memo, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../link.tsx'
import { MoreMenu } from '../more-menu.tsx'
import type { MoreItem } from '../page.tsx'
import type { Column } from './columns.ts'
import classes from './data-table.module.css'

type GridRowProps<Row> = {
  row: Row
  id: string
  name: string
  path: string | undefined
  columns: readonly Column<Row>[]
  actions: ((row: Row) => readonly MoreItem[]) | undefined
  /** Undefined where rows cannot be chosen. */
  isChosen: boolean | undefined
  /** `isRange`: with all rows from the one before. */
  onChoose: (id: string, isOn: boolean, isRange: boolean) => void
  onOpen: (path: string) => void
}

const stay = (event: MouseEvent) => event.stopPropagation()

/** A row is drawn again only when what it shows has changed; a list keeps its columns for that. */
export const GridRow = memo(function GridRow<Row>(props: GridRowProps<Row>) {
  const { row, id, name, path, columns, actions, isChosen, onChoose, onOpen } = props
  const { t } = useTranslation()
  const items = actions?.(row) ?? []
  return (
    <tr
      className={path === undefined ? undefined : classes.opens}
      data-chosen={isChosen || undefined}
      onClick={path === undefined ? undefined : () => onOpen(path)}
    >
      {isChosen !== undefined && (
        <td className={classes.box} onClick={stay}>
          <Checkbox
            aria-label={t('common.table.select', { name })}
            checked={isChosen}
            onChange={(event) => {
              const { shiftKey } = event.nativeEvent as globalThis.MouseEvent
              onChoose(id, !isChosen, shiftKey)
            }}
          />
        </td>
      )}
      {columns.map((column, i) => (
        <td key={column.key} className={column.align === 'right' ? `${classes.right} k-number` : undefined}>
          {i === 0 && path !== undefined ? (
            <PathLink to={path} className={classes.name ?? ''} onClick={stay}>
              {column.render(row)}
            </PathLink>
          ) : (
            column.render(row)
          )}
        </td>
      ))}
      {actions && (
        <td className={classes.right} onClick={stay}>
          {items.length > 0 && <MoreMenu label={t('common.table.actionsOf', { name })} items={items} />}
        </td>
      )}
    </tr>
  )
}) as <Row>(props: GridRowProps<Row>) => React.JSX.Element
