import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** The name of an entry of the menu that shows only its icon, or why it is locked. */
export function Hint({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Tooltip label={label} position="right" openDelay={0} events={{ hover: true, focus: true, touch: false }}>
      {children}
    </Tooltip>
  )
}
