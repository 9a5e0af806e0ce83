/** Everybody is read from the CRM: how far it is, or why it has stopped. */
import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportFile } from '../../../contract/people/imports.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { JobProgress } from '../../parts/job-progress.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { useReadOn } from './data.ts'

export function CrmReading({ file, done, total }: { file: ImportFile; done: number; total: number }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const readOn = useReadOn()
  const crm = file.fileName
  const title = t('imports.crm.reading', { crm })
  if (file.state === 'reading')
    return (
      <Stack gap="xs">
        <JobProgress title={title} state={done > 0 ? 'running' : 'queued'} done={done} total={total} />
        <span className="k-small">{t('imports.crm.readingHint', { crm })}</span>
        <span className="k-small">{t('imports.run.leave')}</span>
      </Stack>
    )
  return (
    <StatusBanner
      tone="warning"
      action={
        <WriteButton
          variant="default"
          loading={readOn.isBusy}
          aria-busy={readOn.isBusy}
          onClick={() => readOn.run({ params: { c, id: file.id } })}
        >
          {t('imports.crm.goOn')}
        </WriteButton>
      }
    >
      {t(`imports.crm.stopped.${file.stoppedBy ?? 'unknown'}`, { crm })}
    </StatusBanner>
  )
}
