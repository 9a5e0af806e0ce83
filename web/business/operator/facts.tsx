/** Small pieces that the pages of the operator share. */
import { Paper, Skeleton, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './operator.module.css'

export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper p="lg" component="section" aria-label={title}>
      <Stack gap="sm">
        <Title order={2}>{title}</Title>
        {children}
      </Stack>
    </Paper>
  )
}

export function Loading() {
  const { t } = useTranslation()
  return (
    <Stack role="status" aria-busy="true" aria-label={t('common.loading')}>
      <Skeleton h={160} radius="md" />
      <Skeleton h={120} radius="md" />
    </Stack>
  )
}
