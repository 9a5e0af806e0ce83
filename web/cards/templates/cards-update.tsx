import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TemplateRow } from '../../../contract/cards/templates.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { JobProgress } from '../../parts/job-progress.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { type UpdateStatus, useUpdateCards, useUpdatedCards, useUpdateStatus } from './data.ts'

/** The update of issued cards while it waits or runs, and when the next one is possible. */
export function CardsUpdate({ cabinetId }: { cabinetId: number }) {
  const { t } = useTranslation()
  const show = useShow()
  const { data } = useUpdateStatus(cabinetId)
  if (!data || data.state === 'none') return null
  if (data.state === 'done') {
    return data.nextAt ? (
      <StatusBanner tone="success">
        {t('templates.update.done')} {t('templates.update.next', { time: show.dateTime(data.nextAt) })}
      </StatusBanner>
    ) : null
  }
  return <RunningUpdate cabinetId={cabinetId} status={data} />
}

function RunningUpdate({ cabinetId, status }: { cabinetId: number; status: UpdateStatus }) {
  const { t } = useTranslation()
  const { done, total } = useUpdatedCards(cabinetId, status)
  return (
    <JobProgress
      title={t('templates.update.title')}
      state={status.state === 'queue' ? 'queued' : 'running'}
      done={done}
      total={total}
    />
  )
}

/** Asks before every issued card gets the saved design. */
export function UpdateDialog({ row, onClose }: { row: TemplateRow | null; onClose: () => void }) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const update = useUpdateCards((count) => t('templates.update.started', { count }))
  return (
    <ConfirmDialog
      isOpen={row !== null}
      onClose={onClose}
      title={t('templates.update.confirmTitle', { count: row?.issued ?? 0 })}
      confirmLabel={t('templates.list.updateCards')}
      isDangerous={false}
      isBusy={update.isBusy}
      onConfirm={() => {
        if (row) void update.ask({ params: { c: cabinet.id }, body: { template: row.id } }).then(onClose)
      }}
    >
      <Text>{t('templates.update.confirmText')}</Text>
    </ConfirmDialog>
  )
}
