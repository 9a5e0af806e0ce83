import { UnstyledButton } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lateOver } from '../late-over.tsx'
import type { Filter, FilterProps } from './filter.ts'
import classes from './data-table.module.css'

export type { Filter }

/** A filter's value in words. */
export function filterText(filter: Filter, value: string): string {
  if ('show' in filter) return filter.show(value)
  return value
    .split(',')
    .map((one) => filter.options.find((option) => option.value === one)?.label ?? one)
    .join(', ')
}

const FilterOver = lateOver<FilterProps>(() => import('./filter-over.tsx').then((file) => file.FilterOver))

/** Dashed while it is not set, solid with its value when it is; another button removes it. */
export function FilterChip(props: FilterProps) {
  const { filter, value, onSet } = props
  const { t } = useTranslation()
  const isSet = value !== undefined
  const target = (
    <UnstyledButton
      className={classes.chipButton ?? ''}
      data-table-filter=""
      aria-haspopup="dialog"
      aria-expanded={false}
      aria-label={
        isSet ? `${filter.label}: ${filterText(filter, value)}` : t('common.table.addFilter', { name: filter.label })
      }
    >
      {!isSet && <IconPlus size={14} aria-hidden="true" />}
      <span className={classes.chipText}>{isSet ? `${filter.label}: ${filterText(filter, value)}` : filter.label}</span>
    </UnstyledButton>
  )
  return (
    <span className={isSet ? `${classes.chip} ${classes.set}` : classes.chip}>
      <FilterOver {...props} target={target} />
      {isSet && (
        <UnstyledButton
          className={classes.chipOff ?? ''}
          aria-label={t('common.table.removeFilter', { name: filter.label })}
          onClick={() => onSet(undefined)}
        >
          <IconX size={14} aria-hidden="true" />
        </UnstyledButton>
      )}
    </span>
  )
}
