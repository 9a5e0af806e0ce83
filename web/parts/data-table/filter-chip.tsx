import { Checkbox, Popover, Radio, Stack, UnstyledButton } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './data-table.module.css'

export type Filter =
  | { key: string; label: string; options: readonly { value: string; label: string }[]; isMulti?: boolean }
  | {
      key: string
      label: string
      show: (value: string) => string
      render: (
        value: string | undefined,
        set: (value: string | undefined) => void,
        done: (() => void) | undefined,
      ) => ReactNode
    }

/** A filter's value in words. */
export function filterText(filter: Filter, value: string): string {
  if ('show' in filter) return filter.show(value)
  return value
    .split(',')
    .map((one) => filter.options.find((option) => option.value === one)?.label ?? one)
    .join(', ')
}

type FilterProps = { filter: Filter; value: string | undefined; onChange: (value: string | undefined) => void }

/** The choices of a filter, for the chip's popover and for the phone's sheet. */
export function FilterChoices({ filter, value, onChange, onDone }: FilterProps & { onDone?: () => void }) {
  if ('show' in filter) return filter.render(value, onChange, onDone)
  if (filter.isMulti) {
    const chosen = value?.split(',') ?? []
    return (
      <Checkbox.Group
        value={chosen}
        onChange={(next) => onChange(next.join(',') || undefined)}
        aria-label={filter.label}
      >
        <Stack gap="xs">
          {filter.options.map((option) => (
            <Checkbox key={option.value} value={option.value} label={option.label} />
          ))}
        </Stack>
      </Checkbox.Group>
    )
  }
  return (
    <Radio.Group
      value={value ?? ''}
      onChange={(next) => {
        onChange(next)
        onDone?.()
      }}
      aria-label={filter.label}
    >
      <Stack gap="xs">
        {filter.options.map((option) => (
          <Radio key={option.value} value={option.value} label={option.label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** Dashed while it is not set, solid with its value when it is; another button removes it. */
export function FilterChip({ filter, value, onChange }: FilterProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const isSet = value !== undefined
  return (
    <span className={isSet ? `${classes.chip} ${classes.set}` : classes.chip}>
      <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton
            className={classes.chipButton ?? ''}
            data-table-filter=""
            aria-label={
              isSet
                ? `${filter.label}: ${filterText(filter, value)}`
                : t('common.table.addFilter', { name: filter.label })
            }
            onClick={() => setIsOpen(!isOpen)}
          >
            {!isSet && <IconPlus size={14} aria-hidden="true" />}
            <span className={classes.chipText}>
              {isSet ? `${filter.label}: ${filterText(filter, value)}` : filter.label}
            </span>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={filter.label} miw={200} mah={360} style={{ overflowY: 'auto' }}>
          <FilterChoices filter={filter} value={value} onChange={onChange} onDone={() => setIsOpen(false)} />
        </Popover.Dropdown>
      </Popover>
      {isSet && (
        <UnstyledButton
          className={classes.chipOff ?? ''}
          aria-label={t('common.table.removeFilter', { name: filter.label })}
          onClick={() => onChange(undefined)}
        >
          <IconX size={14} aria-hidden="true" />
        </UnstyledButton>
      )}
    </span>
  )
}
