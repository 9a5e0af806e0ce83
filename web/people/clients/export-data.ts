/** Reads and acts of the export of clients. */
import { useTranslation } from 'react-i18next'
import { type ExportStatus, clientExports } from '../../../contract/people/exports.ts'
import type { Binary } from '../../../contract/binary.ts'
import { queryClient, readKey, refresh, useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'
import { jobPace } from '../../parts/job-progress.tsx'

const isBusy = (status: ExportStatus | undefined) =>
  status?.latest?.state === 'queued' || status?.latest?.state === 'running'

export function useExportStatus(c: number) {
  return useRead(
    clientExports.exportStatus,
    { params: { c } },
    { everyMs: (status) => jobPace(Date.parse(status?.latest?.askedAt ?? ''), isBusy(status)) },
  )
}

/** What forbids the order is shown in the dialog itself. */
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

/** Hands a file over to the browser's own downloads. */
function keepFile({ bytes, type, name }: Binary): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers begin to read only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The refusal stands where the button is. */
export function useDownloadExport() {
  return useWrite(clientExports.downloadExport, {
    onDone: keepFile,
    onRefused: ({ code }) => code === 'export_not_found' || code === 'export_disabled',
  })
}
