/** Small pieces that the pages of the operator share. */
import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrailRow } from '../../contract/operator.ts'
import { useShow } from '../base/show.ts'
import { PathLink } from '../parts/link.tsx'
import classes from './operator.module.css'

export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return <dl className={classes.facts}>{facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
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
  return <Stack role="status" aria-busy="true" aria-label={t('common.loading')}><Skeleton h={160} radius="md" /><Skeleton h={120} radius="md" /></Stack>
}

/** Rows of the trail: who, what in the words of the API, when, from where. */
export function TrailRows({ rows, isInCabinet = false }: { rows: readonly TrailRow[]; isInCabinet?: boolean }) {
  const { t } = useTranslation()
  const show = useShow()
  if (rows.length === 0) return <Text c="dimmed">{t('operator.log.none')}</Text>
  return (
    <ul className={classes.rows}>
      {rows.map((row) => (
        <li key={row.id}>
          <div className={classes.what}>
            <div lang="en">{row.summary || row.call}</div>
            <div className={classes.quiet}>
              {row.user === null ? t('operator.log.nobody') : <PathLink underline="always" to={`/operator/users/${row.user.id}`}>{row.user.email || t('operator.log.gone')}</PathLink>}
              {row.via === 'key' && ` · ${t('operator.log.key')}`}
              {!isInCabinet && row.cabinet !== null && <>{' · '}<PathLink underline="always" to={`/operator/cabinets/${row.cabinet.id}`}>{row.cabinet.name}</PathLink></>}
              {' · '}<code className="k-mono">{row.method} {row.path}</code>{' · '}{row.ip}{' · '}<code className="k-mono">{row.requestId}</code>
            </div>
          </div>
          <time className={classes.quiet} dateTime={row.at} title={show.localTime(row.at)}>{show.dateTime(row.at)}</time>
        </li>
      ))}
    </ul>
  )
}
