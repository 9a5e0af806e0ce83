import { IconAbc, IconAt, IconCalendar, IconCheckbox, IconList, IconPhone, IconRegex } from '@tabler/icons-react'
import type { FieldType } from '../../../contract/limits.ts'

const ICONS: Readonly<Record<FieldType, typeof IconAbc>> = {
  string: IconAbc,
  tel: IconPhone,
  checkbox: IconCheckbox,
  date: IconCalendar,
  list: IconList,
  email: IconAt,
  regex: IconRegex,
}

export function FieldIcon({ type }: { type: FieldType }) {
  const Icon = ICONS[type]
  return <Icon size={18} stroke={1.75} aria-hidden="true" />
}
