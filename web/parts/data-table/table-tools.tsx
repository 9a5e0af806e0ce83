import { ActionIcon, Button, Checkbox, Menu, Popover, Stack, TextInput, Tooltip } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconArrowsSort, IconColumns3, IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PHONE } from '../../base/theme.ts'
import { lateOver } from '../late-over.tsx'
import type { Column } from './columns.ts'
import classes from './data-table.module.css'
import { type Filter, FilterChip } from './filter-chip.tsx'
import type { FilterSheetProps } from './filter-sheet.tsx'
import type { ShownTableState } from './table-state.ts'

const SEARCH_PAUSE_MS = 300

const Sheet = lateOver<FilterSheetProps>(() => import('./filter-sheet.tsx').then((file) => file.FilterSheet))

type TableToolsProps<Row> = {
  /** Of the table: a page may have several. */
  label: string
  state: ShownTableState
  columns: readonly Column<Row>[]
  shown: readonly string[]
  onColumns: (keys: string[]) => void
  filters: readonly Filter[]
  searchPlaceholder: string | undefined
  total: number | undefined
  children?: ReactNode
}

/** Search, filters and columns above a table; on a phone, filters and order are in a sheet. */
export function TableTools<Row>({
  label,
  state,
  columns,
  shown,
  onColumns,
  filters,
  searchPlaceholder,
  total,
  children,
}: TableToolsProps<Row>) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  return (
    <div className={classes.tools} role="search" aria-label={label}>
      {searchPlaceholder !== undefined && <TableSearch state={state} placeholder={searchPlaceholder} />}
      {isPhone ? (
        <PhoneSheet state={state} filters={filters} columns={columns} total={total} />
      ) : (
        filters.map((filter) => (
          <FilterChip
            key={filter.key}
            filter={filter}
            value={state.filters[filter.key]}
            onSet={(value) => state.setFilter(filter.key, value)}
          />
        ))
      )}
      {state.isNarrowed && !isPhone && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={state.clear}>
          {t('common.table.clearFilters')}
        </Button>
      )}
      <div className={classes.end}>
        {children}
        {!isPhone && columns.length > 3 && (
          <Popover position="bottom-end">
            <Popover.Target>
              <Tooltip label={t('common.table.columns')}>
                <ActionIcon variant="default" size={36} aria-label={t('common.table.columns')}>
                  <IconColumns3 size={18} stroke={1.75} aria-hidden="true" />
                </ActionIcon>
              </Tooltip>
            </Popover.Target>
            <Popover.Dropdown aria-label={t('common.table.columns')}>
              <Checkbox.Group value={[...shown]} onChange={onColumns} aria-label={t('common.table.columns')}>
                <Stack gap="xs">
                  {columns.map((column, i) => (
                    <Checkbox key={column.key} value={column.key} label={column.title} disabled={i === 0} />
                  ))}
                </Stack>
              </Checkbox.Group>
            </Popover.Dropdown>
          </Popover>
        )}
      </div>
    </div>
  )
}

function TableSearch({ state, placeholder }: { state: ShownTableState; placeholder: string }) {
  const { t } = useTranslation()
  const [text, setText] = useState(state.q)
  const sent = useRef(state.q)
  const search = useDebouncedCallback((q: string) => {
    sent.current = q
    state.setSearch(q)
  }, SEARCH_PAUSE_MS)
  useEffect(() => {
    if (state.q !== sent.current) {
      sent.current = state.q
      setText(state.q)
    }
  }, [state.q])
  const change = (q: string) => {
    setText(q)
    search(q.trim())
  }
  return (
    <TextInput
      className={classes.search ?? ''}
      type="search"
      data-table-search=""
      value={text}
      maxLength={100}
      placeholder={placeholder}
      aria-label={placeholder}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={
        text === '' ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            data-compact
            aria-label={t('common.clear')}
            onClick={() => change('')}
          >
            <IconX size={14} aria-hidden="true" />
          </ActionIcon>
        )
      }
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}

function PhoneSheet<Row>({
  state,
  filters,
  columns,
  total,
}: {
  state: ShownTableState
  filters: readonly Filter[]
  columns: readonly Column<Row>[]
  total: number | undefined
}) {
  const { t } = useTranslation()
  const sorts = columns.filter((column) => column.isSortable)
  const count = Object.keys(state.filters).length
  return (
    <>
      {filters.length > 0 && (
        <Sheet
          state={state}
          filters={filters}
          total={total}
          target={
            <Button
              variant="default"
              leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden="true" />}
              aria-haspopup="dialog"
            >
              {count === 0 ? t('common.table.filters') : `${t('common.table.filters')} (${count})`}
            </Button>
          }
        />
      )}
      {sorts.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <ActionIcon variant="default" aria-label={t('common.table.sortBy')}>
              <IconArrowsSort size={18} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.RadioGroup
              value={`${state.sort.by}:${state.sort.direction}`}
              onChange={(value) => {
                const [by = '', direction] = value.split(':')
                state.setSort({ by, direction: direction === 'asc' ? 'asc' : 'desc' })
              }}
            >
              {sorts.flatMap((column) =>
                (['asc', 'desc'] as const).map((direction) => (
                  <Menu.RadioItem key={column.key + direction} value={`${column.key}:${direction}`}>
                    {column.title} · {direction === 'asc' ? t('common.table.ascending') : t('common.table.descending')}
                  </Menu.RadioItem>
                )),
              )}
            </Menu.RadioGroup>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
