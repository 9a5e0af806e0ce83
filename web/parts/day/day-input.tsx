/** A day, typed or chosen; the calendar is loaded with the first field that needs one. */
import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useLanguage } from '../../base/words.ts'
import type { DayInputProps } from './day-props.ts'
import { dayText } from './day-text.ts'

const DayPicker = lazy(() => import('./day-picker.tsx').then((file) => ({ default: file.DayPicker })))

export function DayInput({ value, onChange, required = false, ...field }: DayInputProps) {
  const lang = useLanguage()
  const shared = { ...field, required, withAsterisk: false }
  const waiting = <TextInput {...shared} value={value && dayText(value, lang)} readOnly />
  return (
    <Suspense fallback={waiting}>
      <DayPicker {...shared} value={value} onChange={onChange} />
    </Suspense>
  )
}
