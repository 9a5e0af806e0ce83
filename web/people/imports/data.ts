/** Calls of the import of clients. */
import type { Call, ReplyOf } from '../../../contract/call.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { type ImportFile, type ImportState, imports } from '../../../contract/people/imports.ts'
import { clients } from '../../../contract/people/clients.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { variables } from '../../../contract/cards/variables.ts'
import { useJob, useMissedEnd } from '../../base/jobs.ts'
import { refresh, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { keepFile } from '../../base/keep-file.ts'
import { useWrite } from '../../base/write.ts'

export const LIST_LIMIT = 25
const AFTER_WORK: readonly Call[] = [
  imports.readImport,
  imports.listImports,
  imports.listKeptClients,
  clients.listClients,
]
const AFTER_STEP = [imports.readImport, imports.listImports, cabinets.listJobs]

export const isWorking = (state: ImportState | undefined): boolean =>
  state === 'reading' || state === 'checking' || state === 'running' || state === 'undoing'

export function useImports(c: number, page: number, mayImport: boolean) {
  return useRead(imports.listImports, mayImport ? { params: { c }, query: { page, limit: LIST_LIMIT } } : null, {
    keepRows: true,
  })
}

/** The import as last read; how far its work is comes from the list of running work. */
export function useImport(c: number, id: string) {
  const read = useRead(imports.readImport, { params: { c, id } })
  const { state, done = 0, total = 0 } = read.data ?? {}
  useMissedEnd(c, 'import', isWorking(state), AFTER_WORK)
  const job = useJob(c, 'import', id)
  return { read, done: job?.done ?? done, total: job?.total ?? total }
}

export function useKeptClients(c: number, id: string, page: number) {
  return useRead(imports.listKeptClients, { params: { c, id }, query: { page, limit: LIST_LIMIT } }, { keepRows: true })
}

export const useTemplates = (c: number) => useRead(templates.listTemplates, { params: { c } }).data?.templates
export const useVariables = (c: number) =>
  useRead(variables.listVariables, { params: { c } })
    .data?.filter((one) => !one.isSystem)
    .map((one) => one.name)

/** Why a file cannot be read is shown beside it. */
export function useUpload(onRead: (file: ImportFile) => void) {
  return useWrite(imports.uploadImport, {
    refresh: [imports.listImports],
    onDone: onRead,
    onRefused: ({ code }) => code === 'import_unreadable' || code === 'too_large',
  })
}

export function useCheck(onRefused: (refused: Refused) => boolean) {
  return useWrite(imports.checkImport, { refresh: AFTER_STEP, onRefused })
}

const DESIGN_GONE = ['template_not_found', 'template_archived']
export const isDesignGone = (refused: Refused | null): boolean => refused !== null && DESIGN_GONE.includes(refused.code)

/** What prevents the import is shown above it. */
export function useStart() {
  return useWrite(imports.startImport, {
    refresh: AFTER_STEP,
    onRefused: (refused) => refused.code === 'import_no_room' || isDesignGone(refused),
  })
}

export function useReadOn() {
  return useWrite(imports.readOnFromCrm, { refresh: AFTER_STEP })
}

export function useUndo() {
  return useWrite(imports.undoImport, { refresh: AFTER_STEP })
}

export function useDiscard(onDone: () => void) {
  return useWrite(imports.deleteImport, { onDone: () => void refresh(imports.listImports).then(onDone) })
}

export function useDownloadFaults() {
  return useWrite(imports.downloadFaults, { onDone: keepFile })
}

export type PastImport = ReplyOf<typeof imports.listImports>['data'][number]
