/** A day, typed or chosen; the calendar is loaded with the first field that needs one. */
import { TextInput } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLanguage } from '../../base/words.ts'
import { dayText } from './day-text.ts'

const DayPicker = lazy(() => import('./day-picker.tsx').then((file) => ({ default: file.DayPicker })))

export type DayInputProps = {
  id?: string
  label: string
  description?: ReactNode
  error?: ReactNode
  required?: boolean
  /** `YYYY-MM-DD`, or empty. */
  value: string
  onChange: (day: string) => void
}

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
