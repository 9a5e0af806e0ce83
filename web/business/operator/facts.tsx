/** What several pages of the operator show alike. */
import { Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { PagePanel } from '../../base/refusal.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
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

/** Two blocks, while they are read. */
export const FACTS = [160, 120]

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

type UnreadRowProps = {
  title: string
  read: { error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** The page of one row until the row is read, or what went wrong. */
export function UnreadRow({ title, read }: UnreadRowProps) {
  return (
    <Page>
      <PageHeader title={title} />
      {read.error != null ? (
        <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
      ) : (
        <Loading shapes={FACTS} />
      )}
    </Page>
  )
}
