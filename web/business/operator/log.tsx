/** Who did what. The filters are in the address, so a search can be shared. */
import { Button, Group, Paper, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { DayInput } from '../../parts/day/day-input.tsx'
import { Loading } from '../../parts/loading.tsx'
import { useOperatedCabinet, useAuditLog } from './data.ts'
import { ActionSelect } from './action-select.tsx'
import { Block, FACTS } from './facts.tsx'
import classes from './operator.module.css'
import { AuditLogProof } from './audit-log-proof.tsx'
import { AuditLogRows } from './audit-log-rows.tsx'

const KEYS = ['email', 'cabinet', 'call', 'day'] as const
type Filters = { [key in (typeof KEYS)[number] | 'before']?: string | undefined }

export function LogPage() {
  const { t } = useTranslation()
  const search = useSearch({ strict: false }) as Filters
  const navigate = useNavigate()
  const cabinet = /^\d{1,16}$/.test(search.cabinet ?? '') ? Number(search.cabinet) : undefined
  const read = useAuditLog({ email: search.email, cabinet, call: search.call, day: search.day, before: search.before })
  useBreadcrumbs([{ text: t('operator.label'), to: '/operator' }, { text: t('operator.sections.log') }])
  const go = (next: Filters) =>
    void navigate({
      to: '.',
      search: Object.fromEntries(
        Object.entries(next).filter(([, value]) => value !== undefined && value !== ''),
      ) as never,
    })
  return (
    <Page>
      <PageHeader title={t('operator.sections.log')} meta={t('operator.log.lead')} />
      <AuditLogProof />
      <FilterForm key={JSON.stringify(search)} filters={search} faults={read.error?.fields ?? {}} onApply={go} />
      {read.isError && Object.keys(read.error.fields).length === 0 && (
        <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
      )}
      {read.isPending && <Loading shapes={FACTS} />}
      {read.data && !read.isError && (
        <Block title={t('operator.log.rows')}>
          <AuditLogRows rows={read.data.rows} />
          {(search.before !== undefined || read.data.before !== null) && (
            <Group>
              {search.before !== undefined && (
                <Button variant="default" onClick={() => go({ ...search, before: undefined })}>
                  {t('operator.log.newest')}
                </Button>
              )}
              {read.data.before !== null && (
                <Button variant="default" onClick={() => go({ ...search, before: read.data?.before ?? undefined })}>
                  {t('operator.log.older')}
                </Button>
              )}
            </Group>
          )}
        </Block>
      )}
    </Page>
  )
}

type FilterFormProps = {
  filters: Filters
  faults: Readonly<Record<string, { message: string }>>
  onApply: (filters: Filters) => void
}

function FilterForm({ filters, faults, onApply }: FilterFormProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState<Filters>(filters)
  const named = useOperatedCabinet(filters.cabinet ?? null).data?.name
  const set = (key: keyof Filters, value: string) => setValues((before) => ({ ...before, [key]: value }))
  const isSet = KEYS.some((key) => filters[key] !== undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply({ ...values, before: undefined })
  }
  return (
    <Paper p="lg" component="form" onSubmit={submit} role="search" aria-label={t('operator.log.filters')}>
      <div className={classes.filters}>
        <TextInput
          type="email"
          label={t('operator.users.email')}
          value={values.email ?? ''}
          error={faults.email?.message}
          onChange={(event) => set('email', event.currentTarget.value.trim())}
        />
        <TextInput
          label={t('operator.log.cabinet')}
          inputMode="numeric"
          value={values.cabinet ?? ''}
          error={faults.cabinet?.message}
          {...(named !== undefined && values.cabinet === filters.cabinet && { description: named })}
          onChange={(event) => set('cabinet', event.currentTarget.value.replace(/\D/g, '').slice(0, 16))}
        />
        <ActionSelect call={values.call ?? ''} onChange={(call) => set('call', call)} />
        <DayInput
          label={t('operator.log.day')}
          value={values.day ?? ''}
          error={faults.day?.message}
          onChange={(day) => set('day', day)}
        />
      </div>
      <Group gap="xs" mt="sm">
        <Button type="submit">{t('operator.log.apply')}</Button>
        {isSet && (
          <Button variant="subtle" color="gray" onClick={() => onApply({})}>
            {t('common.table.clearFilters')}
          </Button>
        )}
      </Group>
    </Paper>
  )
}
