import { NativeSelect } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { SearchedSelectProps } from './searched.ts'

/** Few businesses have so many. */
const SearchedList = lazy(() => import('./searched-list.tsx'))

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
