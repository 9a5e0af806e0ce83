import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type EmptyStateProps = {
  /** A Tabler icon of 40 px, or a drawn card. */
  icon?: ReactNode
  /** What is missing: `No push yet`. */
  title: string
  /** One line about its use. */
  text?: ReactNode
  /** Examples to begin with, or what else helps: below the text. */
  children?: ReactNode
  /** One primary button: the first thing to make. */
  action?: ReactNode
  withBorder?: boolean
}

/** Nothing here yet: what is missing, why, and the one next step. */
export function EmptyState({ icon, title, text, children, action, withBorder = true }: EmptyStateProps) {
  return (
    <Paper
      p={{ base: 'md', sm: 40 }}
      withBorder={withBorder}
      {...(!withBorder && { bg: 'transparent' })}
      data-state="empty"
    >
      <Stack align="center" gap="sm" ta="center" maw={children ? undefined : 440} mx="auto">
        {icon && (
          <div aria-hidden="true" style={{ color: 'var(--k-text-3)', display: 'flex' }}>
            {icon}
          </div>
        )}
        <Title order={2}>{title}</Title>
        {text && (
          <Text c="dimmed" maw={520}>
            {text}
          </Text>
        )}
        {children}
        {action && <div style={{ marginTop: 8 }}>{action}</div>}
      </Stack>
    </Paper>
  )
}
