import { Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './templates.module.css'

/** A named group of controls. */
export function Section({
  title,
  help,
  side,
  children,
}: {
  title: string
  help?: string
  side?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {side}
      </div>
      {help && (
        <Text size="sm" c="dimmed">
          {help}
        </Text>
      )}
      <Stack gap="sm" mt="sm">
        {children}
      </Stack>
    </section>
  )
}
