import { DayInput } from '../day/day-input.tsx'
import type { Filter } from './filter-chip.tsx'

/** @param showDay a day in the reader's language */
export function dayFilter(key: string, label: string, showDay: (day: string) => string): Filter {
  return {
    key,
    label,
    show: showDay,
    render: (value, set) => <DayInput label={label} value={value ?? ''} onChange={(day) => set(day || undefined)} />,
  }
}
