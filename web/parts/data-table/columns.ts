import type { ReactNode } from 'react'

export type Column<Row> = {
  /** Its name in the call's `o` when it can be sorted by. */
  key: string
  title: string
  render: (row: Row) => ReactNode
  isSortable?: boolean
  /** Numbers are aligned right. */
  align?: 'left' | 'right'
  width?: number
  /** Not shown until it is switched on. */
  isHidden?: boolean
  /** Its place on a phone's card; the first column is the title, and at most two are facts. */
  card?: 'status' | 'fact'
}

const KEPT = 'kartoteka.columns.'

/** The columns chosen for a table on this device; null if none were chosen. */
export function keptColumns(table: string): string[] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT + table) ?? 'null')
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : null
  } catch {
    return null
  }
}

export function keepColumns(table: string, keys: readonly string[]): void {
  try {
    localStorage.setItem(KEPT + table, JSON.stringify(keys))
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
}

/** The columns to show: always the first one, the others as chosen or by default. */
export function shownColumns<Row>(columns: readonly Column<Row>[], chosen: readonly string[] | null): Column<Row>[] {
  return columns.filter((column, i) => i === 0 || (chosen ? chosen.includes(column.key) : !column.isHidden))
}
