import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Option, SearchedSelectProps } from './searched.ts'

const SEARCH_WAIT_MS = 250

/** The first of many things, or those that the server finds for what is typed. */
export default function SearchedList(props: Omit<SearchedSelectProps, 'isLong'>) {
  const { none, value, options, onChange, useFound, ...input } = props
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<Option>()
  const chosen = [picked, ...options].find((one) => one !== undefined && one.value === value)
  // The control itself writes the name of what is chosen.
  const typed = text === (chosen?.label ?? none) ? '' : text.trim()
  const [asked] = useDebouncedValue(typed, SEARCH_WAIT_MS)
  const read = useFound(asked)
  const found = read ?? []
  const data = [
    { value: '', label: none },
    ...(chosen && found.every((one) => one.value !== chosen.value) ? [chosen] : []),
    ...found,
    ...(read?.length === 0 ? [{ value: '-', label: t('common.table.noMatch'), disabled: true }] : []),
  ]
  return (
    <Select
      {...input}
      value={value ?? ''}
      onChange={(next) => {
        setPicked(found.find((one) => one.value === next))
        onChange(next || null)
      }}
      data={data}
      // The server has searched.
      filter={({ options: shown }) => shown}
      onSearchChange={setText}
      searchable
      selectFirstOptionOnChange={false}
      allowDeselect={false}
      maxDropdownHeight={320}
    />
  )
}
