import { Checkbox } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MoreItem } from '../page.tsx'
import type { Column } from './columns.ts'
import classes from './data-table.module.css'
import { GridHead } from './grid-head.tsx'
import { GridRow } from './grid-row.tsx'
import type { TableSelection } from './selection-bar.tsx'
import type { ShownTableState } from './table-state.ts'

type TableGridProps<Row> = {
  label: string
  state: ShownTableState
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  rowPath: ((row: Row) => string) | undefined
  actions: ((row: Row) => readonly MoreItem[]) | undefined
  selection: TableSelection | undefined
  /** The rows of another page, until those of this one arrive. */
  isOld: boolean
}

const SETTLED_MS = 120

/**
 * Marks the row under a pointer that moves, and after scrolling the one that has come under it: with `:hover`, rows
 * that pass under a resting pointer are painted in every frame of the scrolling.
 */
function usePointedRow() {
  const [table, setTable] = useState<HTMLTableElement | null>(null)
  useEffect(() => {
    if (!table) return undefined
    let pointed: Element | null = null
    let before = ''
    const point = (row: Element | null) => {
      if (row === pointed) return
      pointed?.removeAttribute('data-pointed')
      row?.setAttribute('data-pointed', '')
      pointed = row
    }
    const until = new AbortController()
    const on = { passive: true, signal: until.signal }
    const follow = ({ target, clientX, clientY }: PointerEvent) => {
      // The browser says so too when the page has moved under it.
      const now = `${clientX} ${clientY}`
      if (now !== before) point((target as Element).closest('tbody tr'))
      before = now
    }
    table.addEventListener('pointermove', follow, on)
    table.addEventListener('pointerleave', () => point(null), on)
    let timer: number | undefined
    const settle = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => point(table.querySelector('tbody tr:hover')), SETTLED_MS)
    }
    document.addEventListener('scroll', settle, on)
    return () => {
      until.abort()
      clearTimeout(timer)
    }
  }, [table])
  return setTable
}

/** The table of a wide screen. Its cells are plain elements: a page has hundreds of them. */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { label, state, rows, columns, rowId, rowName, rowPath, actions, selection, isOld } = props
  const { t } = useTranslation()
  const router = useRouter()
  const setTable = usePointedRow()
  const ids = rows.map(rowId)
  const chosen = new Set(selection?.ids)
  const chosenHere = ids.filter((id) => chosen.has(id)).length
  const choose = (here: readonly string[], isOn: boolean) => {
    const changed = new Set(here)
    selection?.onChange([...selection.ids.filter((id) => !changed.has(id)), ...(isOn ? here : [])])
  }
  const last = useRef(-1)
  // The same function as long as the table is there: a row is drawn again only for what it shows.
  const chooseRow = useCallbackRef((id: string, isOn: boolean, isRange: boolean) => {
    const at = ids.indexOf(id)
    const from = isRange && last.current >= 0 ? last.current : at
    last.current = at
    choose(ids.slice(Math.min(from, at), Math.max(from, at) + 1), isOn)
  })
  const open = useCallbackRef((path: string) => router.history.push(path))
  return (
    <div className={isOld ? `${classes.table} ${classes.old}` : classes.table}>
      <div
        className={classes.aside}
        onScroll={({ currentTarget: box }) => box.toggleAttribute('data-scrolled', box.scrollLeft > 0)}
      >
        <table ref={setTable} aria-label={label}>
          <GridHead columns={columns} sort={state.sort} onSort={state.setSort} hasActions={actions !== undefined}>
            {selection && (
              <Checkbox
                aria-label={t('common.table.selectAll', { n: ids.length })}
                checked={chosenHere === ids.length}
                indeterminate={chosenHere > 0 && chosenHere < ids.length}
                onChange={() => choose(ids, chosenHere < ids.length)}
              />
            )}
          </GridHead>
          <tbody>
            {rows.map((row, i) => {
              const id = ids[i] ?? ''
              return (
                <GridRow
                  key={id}
                  row={row}
                  id={id}
                  name={rowName(row)}
                  path={rowPath?.(row)}
                  columns={columns}
                  actions={actions}
                  isChosen={selection && chosen.has(id)}
                  onChoose={chooseRow}
                  onOpen={open}
                />
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}
