import { NativeSelect } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'

/** Few businesses have so many. */
const SearchedList = lazy(() => import('./searched-list.tsx'))

export type Option = { value: string; label: string }

export type SearchedSelectProps = {
  label: string
  /** What no choice is called. */
  none: string
  value: string | null
  onChange: (value: string | null) => void
  /** The first ones, the chosen one among them. */
  options: readonly Option[]
  /** There are more than these. */
  isLong: boolean
  /** A hook: those with this text in their names; undefined while they are read. */
  useFound: (text: string) => readonly Option[] | undefined
  id?: string
  description?: string
  error?: ReactNode
  disabled?: boolean
  leftSection?: ReactNode
}

/** One of named things, of which there may be any number: of many, the server searches. */
export function SearchedSelect({ isLong, useFound, ...props }: SearchedSelectProps) {
  const { none, value, options, onChange, ...input } = props
  const short = (
    <NativeSelect
      {...input}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      data={[{ value: '', label: none }, ...options]}
    />
  )
  if (!isLong) return short
  return (
    <Suspense fallback={short}>
      <SearchedList {...props} useFound={useFound} />
    </Suspense>
  )
}
