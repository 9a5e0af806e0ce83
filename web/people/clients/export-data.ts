/** Calls of the export of clients. */
import { useTranslation } from 'react-i18next'
import { clientExports, type Export, type ExportStatus } from '../../../contract/people/exports.ts'
import { useJobs, useMissedEnd } from '../../base/jobs.ts'
import { keepFile } from '../../base/keep-file.ts'
import { queryClient, readKey, refresh, useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'

const isBusy = (status: ExportStatus | undefined) =>
  status?.latest?.state === 'queued' || status?.latest?.state === 'running'

const OF_STATUS = [clientExports.exportStatus]

/** The file as last read; how far it is comes from the list of running work. */
export function useExportStatus(c: number) {
  const read = useRead(clientExports.exportStatus, { params: { c } })
  useMissedEnd(c, 'export', isBusy(read.data), OF_STATUS)
  return read
}

export function useWrittenRows(c: number, { id, done, total }: Export): { done: number; total: number } {
  const job = useJobs(c)?.find((one) => one.kind === 'export' && one.id === id)
  return job ?? { done, total }
}

/** What prevents an export is shown in the dialog. */
export function useStartExport(c: number, email: string) {
  const { t } = useTranslation()
  return useWrite(clientExports.startExport, {
    done: t('exports.ordered', { email }),
    onDone: (status) => queryClient.setQueryData(readKey(clientExports.exportStatus, { params: { c } }), status),
    onRefused: ({ code }) => {
      if (code === 'export_disabled' || code === 'export_once_a_day') void refresh(clientExports.exportStatus)
      return (
        code === 'export_disabled' || code === 'export_once_a_day' || code === 'account_limited' || code === 'demo_over'
      )
    },
  })
}

/** The refusal is shown beside the button. */
export function useDownloadExport() {
  return useWrite(clientExports.downloadExport, {
    onDone: keepFile,
    onRefused: ({ code }) => code === 'export_not_found' || code === 'export_disabled',
  })
}
