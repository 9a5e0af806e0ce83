import { Checkbox, Popover, Radio, Stack } from '@mantine/core'
import { cloneElement } from 'react'
import type { OverProps } from '../late-over.tsx'
import type { FilterProps } from './filter.ts'

/** The choices of a filter, for the chip's popover and for the phone's sheet. */
export function FilterChoices({ filter, value, onSet, onDone }: FilterProps & { onDone?: () => void }) {
  if ('show' in filter) return filter.render(value, onSet, onDone)
  if (filter.isMulti) {
    const chosen = value?.split(',') ?? []
    return (
      <Checkbox.Group value={chosen} onChange={(next) => onSet(next.join(',') || undefined)} aria-label={filter.label}>
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
        onSet(next)
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

/** What opens under a chip. */
export function FilterOver({ filter, value, onSet, target, isOpen, onChange }: FilterProps & OverProps) {
  return (
    <Popover opened={isOpen} onChange={onChange} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>{cloneElement(target, { onClick: () => onChange(!isOpen) })}</Popover.Target>
      <Popover.Dropdown aria-label={filter.label} miw={200} mah={360} style={{ overflowY: 'auto' }}>
        <FilterChoices filter={filter} value={value} onSet={onSet} onDone={() => onChange(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
