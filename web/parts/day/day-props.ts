import type { ReactNode } from 'react'

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
