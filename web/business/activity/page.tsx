/** Who did what in the account and when. The filters are in the address. Only the owner sees it. */
import { Button, Group, Paper, Select } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ActivityRow, SubjectKind } from '../../../contract/business/activity.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { useShow } from '../../base/show.ts'
import { useActionText } from '../../parts/action-text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PathLink } from '../../parts/link.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { DayInput } from '../../parts/day/day-input.tsx'
import { Loading } from '../../parts/loading.tsx'
import classes from './activity.module.css'
import { useActivity, useTeam } from './data.ts'

type Filters = { person?: string | undefined; day?: string | undefined; before?: string | undefined }

export function ActivityPage() {
  const { t } = useTranslation()
  const { id: c, domain, role } = useCabinet()
  const isOwner = role === 'owner'
  const { person, day, before } = useSearch({ strict: false }) as Filters
  const filters = { person, day, before }
  const navigate = useNavigate()
  const read = useActivity(c, filters, isOwner)
  useBreadcrumbs([{ text: t('shell.menu.settings'), to: `/${domain}/settings` }, { text: t('activity.title') }])
  const go = (next: Filters) =>
    void navigate({
      to: '.',
      search: Object.fromEntries(Object.entries(next).filter(([, value]) => value)) as never,
    })
  return (
    <Page>
      <PageHeader title={t('activity.title')} meta={t('activity.lead')} />
      {!isOwner && <StatusBanner tone="info">{t('activity.ownerOnly')}</StatusBanner>}
      {isOwner && <FilterFields filters={filters} onChange={go} />}
      {read.error && <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />}
      {isOwner && read.isPending && <Loading shapes={[240]} />}
      {read.data && !read.isError && (
        <Found rows={read.data.rows} older={read.data.before} filters={filters} onGo={go} />
      )}
    </Page>
  )
}

type FieldsProps = { filters: Filters; onChange: (filters: Filters) => void }

function FilterFields({ filters, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const team = useTeam(c)
  return (
    <div className={classes.filters} role="search" aria-label={t('activity.filters')}>
      <Select
        label={t('activity.person')}
        placeholder={t('activity.everybody')}
        data={team.map(({ id, name }) => ({ value: id, label: name }))}
        value={filters.person ?? null}
        clearable
        clearButtonProps={{ 'aria-label': t('activity.everybody') }}
        onChange={(person) => onChange({ day: filters.day, person: person ?? undefined })}
      />
      <DayInput
        label={t('activity.day')}
        value={filters.day ?? ''}
        onChange={(day) => onChange({ person: filters.person, day })}
      />
    </div>
  )
}

type FoundProps = {
  rows: readonly ActivityRow[]
  older: string | null
  filters: Filters
  onGo: (filters: Filters) => void
}

function Found({ rows, older, filters, onGo }: FoundProps) {
  const { t } = useTranslation()
  const isFiltered = filters.person !== undefined || filters.day !== undefined
  if (rows.length === 0)
    return (
      <EmptyState
        icon={<IconHistory size={40} stroke={1.5} />}
        title={isFiltered ? t('activity.noneFound') : t('activity.none')}
        {...(isFiltered && {
          action: (
            <Button variant="default" onClick={() => onGo({})}>
              {t('common.table.clearFilters')}
            </Button>
          ),
        })}
      />
    )
  return (
    <Paper p="lg" component="section" aria-label={t('activity.title')}>
      <ul className={classes.rows}>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      {(filters.before !== undefined || older !== null) && (
        <Group mt="md" gap="xs">
          {filters.before !== undefined && (
            <Button variant="default" onClick={() => onGo({ ...filters, before: undefined })}>
              {t('activity.newest')}
            </Button>
          )}
          {older !== null && (
            <Button variant="default" onClick={() => onGo({ ...filters, before: older })}>
              {t('activity.older')}
            </Button>
          )}
        </Group>
      )}
    </Paper>
  )
}

const PATHS: Readonly<Record<SubjectKind, string>> = {
  client: 'clients',
  template: 'cards',
  form: 'form',
  segment: 'segments',
  push: 'pushes',
  trigger: 'triggers',
}

function SubjectText({ subject: { kind, id, name } }: { subject: NonNullable<ActivityRow['subject']> }) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  const what = t(`activity.subjects.${kind}`)
  if (name === null) return <div className={classes.quiet}>{t('activity.deleted', { what })}</div>
  return (
    <div className={classes.subject}>
      {what}:{' '}
      <PathLink to={`/${domain}/${PATHS[kind]}/${id}`} inherit underline="always">
        {name || t('activity.noName')}
      </PathLink>
    </div>
  )
}

function Row({ row }: { row: ActivityRow }) {
  const { t } = useTranslation()
  const show = useShow()
  const textOf = useActionText()
  const name = row.person?.name || row.person?.email || t('activity.by.gone')
  return (
    <li>
      <div className={classes.what}>
        <div className={classes.action}>{textOf(row.call) ?? t('activity.unknownAction')}</div>
        {row.subject && <SubjectText subject={row.subject} />}
        <div className={classes.quiet}>{row.by === 'person' ? name : t(`activity.by.${row.by}`, { name })}</div>
      </div>
      <time className={classes.quiet} dateTime={row.at} title={show.localTime(row.at)}>
        {show.dateTime(row.at)}
      </time>
    </li>
  )
}
