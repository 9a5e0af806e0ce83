import { TextInput } from '@mantine/core'
import type { Filter } from './filter-chip.tsx'

/** @param showDay a day in the reader's language */
export function dayFilter(key: string, label: string, showDay: (day: string) => string): Filter {
  return {
    key,
    label,
    show: showDay,
    render: (value, set) => (
      <TextInput
        type="date"
        label={label}
        value={value ?? ''}
        onChange={(event) => set(event.currentTarget.value || undefined)}
      />
    ),
  }
}
