import { Box, Group } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'

/** Like code in a text: whole lines where there is room, broken anywhere where there is none. */
const LINES = {
  flex: 1,
  fontSize: '0.8125rem',
  lineHeight: '1.25rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const

/** A command to copy. @param label of its button */
export function Command({ text, label }: { text: string; label: string }) {
  return (
    <Group gap={4} align="flex-start" wrap="nowrap" p={8} pl={12} bg="var(--k-surface-2)" bdrs={8}>
      <Box component="pre" my={4} miw={0} ff="monospace" style={LINES}>
        {text}
      </Box>
      <CopyButton value={text} label={label} />
    </Group>
  )
}
