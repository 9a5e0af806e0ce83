import { Text } from '@mantine/core'
import { IconCheck, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailedJob } from '../../../contract/business/operated.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PathLink } from '../../parts/link.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { useDeleteJob, useFailedJobs, useRepeatJob } from './data.ts'

/** Background jobs that gave up; each can be repeated or deleted. */
export function FailedJobsPage() {
  const { t } = useTranslation()
  const state = useTableState({ sorts: ['failed'] })
  const { page, limit } = state.query
  const read = useFailedJobs({ page, limit })
  const [removing, setRemoving] = useState<FailedJob | null>(null)
  const repeat = useRepeatJob()
  const remove = useDeleteJob()
  useBreadcrumbs([{ text: t('operator.label'), to: '/operator' }, { text: t('operator.sections.jobs') }])
  const columns = useColumns()
  const confirm = async () => {
    if (removing && (await remove.ask({ params: { uuid: removing.id } }))) setRemoving(null)
  }
  return (
    <Page>
      <PageHeader title={t('operator.sections.jobs')} meta={t('operator.jobs.lead')} />
      <DataTable
        name="operator-jobs"
        label={t('operator.sections.jobs')}
        state={state}
        read={read}
        columns={columns}
        rowId={(one) => one.id}
        rowName={(one) => t(`operator.jobs.subjects.${one.subject}`)}
        actions={(one) => [
          {
            label: t('operator.jobs.repeat'),
            icon: <IconRefresh size={16} aria-hidden="true" />,
            onClick: () => void repeat.ask({ params: { uuid: one.id } }),
          },
          {
            label: t('operator.jobs.delete'),
            icon: <IconTrash size={16} aria-hidden="true" />,
            isDangerous: true,
            onClick: () => setRemoving(one),
          },
        ]}
        empty={
          <EmptyState
            icon={<IconCheck size={40} stroke={1.5} />}
            title={t('operator.jobs.none')}
            text={t('operator.jobs.noneText')}
          />
        }
      />
      <ConfirmDialog
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('operator.jobs.deleteTitle')}
        confirmLabel={t('operator.jobs.delete')}
        onConfirm={() => void confirm()}
        isBusy={remove.isBusy}
      >
        <Text>{t('operator.jobs.deleteText')}</Text>
      </ConfirmDialog>
    </Page>
  )
}

function useColumns(): Column<FailedJob>[] {
  const { t } = useTranslation()
  const show = useShow()
  return [
    {
      key: 'subject',
      title: t('operator.jobs.subject'),
      render: (one) => (
        <>
          {t(`operator.jobs.subjects.${one.subject}`)}
          <Text c="dimmed" fz="sm">
            {one.name}
          </Text>
        </>
      ),
    },
    {
      key: 'cabinet',
      title: t('operator.jobs.cabinet'),
      card: 'fact',
      render: (one) =>
        one.cabinet && <PathLink to={`/operator/cabinets/${one.cabinet.id}`}>{one.cabinet.name}</PathLink>,
    },
    { key: 'reason', title: t('operator.jobs.reason'), card: 'fact', render: (one) => one.reason },
    { key: 'tries', title: t('operator.jobs.tries'), card: 'fact', render: (one) => show.number(one.tries) },
    { key: 'failed', title: t('operator.jobs.failed'), render: (one) => show.dateTime(one.failedAt) },
  ]
}
