import { Text } from '@mantine/core'
import { useReadOnly } from '../base/read-only.ts'
import { ReadOnlyLink } from './link.tsx'

/** Beside a button that is off because the business is read-only: why, and the one action that helps. */
export function ReadOnlyNote({ flex }: { flex?: string }) {
  const readOnly = useReadOnly()
  if (readOnly === null) return null
  return (
    <Text className="k-small" c="dimmed" data-state="limited" {...(flex !== undefined && { flex })}>
      {readOnly.reason} <ReadOnlyLink readOnly={readOnly} inherit />
    </Text>
  )
}
