import type { ReactNode } from 'react'

export type Filter =
  | { key: string; label: string; options: readonly { value: string; label: string }[]; isMulti?: boolean }
  | {
      key: string
      label: string
      show: (value: string) => string
      render: (
        value: string | undefined,
        set: (value: string | undefined) => void,
        /** What is open over the page may close. */
        done: (() => void) | undefined,
      ) => ReactNode
    }

export type FilterProps = { filter: Filter; value: string | undefined; onSet: (value: string | undefined) => void }
