import type { ReactNode } from 'react'

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
