/** Calls of bulk edits. */
import { useEffect } from 'react'
import type { Call } from '../../../../contract/call.ts'
import { BULK_KINDS, type BulkEdit, type BulkKind, bulkEdits } from '../../../../contract/reach/bulk-edits.ts'
import { clients } from '../../../../contract/people/clients.ts'
import type { ExportRows } from '../../../../contract/people/exports.ts'
import { tags } from '../../../../contract/people/tags.ts'
import { cabinets } from '../../../../contract/platform/cabinets.ts'
import { useJob, useMissedEnd } from '../../../base/jobs.ts'
import { refresh, useRead } from '../../../base/query.ts'
import type { Refused } from '../../../base/refused.ts'
import { useWrite } from '../../../base/write.ts'

export const LIST_LIMIT = 25
const AFTER_WORK: readonly Call[] = [bulkEdits.readBulkEdit, bulkEdits.listBulkEdits]
/** What an edit changes; it may have ended before it was read for the first time. */
const CHANGED: readonly Call[] = [bulkEdits.listBulkLeft, clients.listClients, clients.readClient, tags.listTags]
const AFTER_START: readonly Call[] = [bulkEdits.readBulkEdit, bulkEdits.listBulkEdits, cabinets.listJobs]

export const isWorking = (state: BulkEdit['state'] | undefined): boolean =>
  state === 'preparing' || state === 'running' || state === 'undoing'

export const kindOf = (text: unknown): BulkKind | undefined => BULK_KINDS.find((one) => one === text)

/** @param rows null: nothing is counted */
export function usePreview(c: number, rows: ExportRows | null) {
  return useRead(bulkEdits.previewBulkEdit, rows && { params: { c }, body: { rows } }).data
}

export function useStartBulkEdit(onDone: (edit: BulkEdit) => void, onRefused: (refused: Refused) => boolean) {
  return useWrite(bulkEdits.startBulkEdit, { refresh: AFTER_START, onDone, onRefused })
}

export const useUndoBulkEdit = () => useWrite(bulkEdits.undoBulkEdit, { refresh: AFTER_START })

/** The edit as last read; how far its work is comes from the list of running work. */
export function useBulkEdit(c: number, id: string) {
  const read = useRead(bulkEdits.readBulkEdit, { params: { c, id } })
  const { state, done = 0, total = 0 } = read.data ?? {}
  useMissedEnd(c, 'bulk', isWorking(state), AFTER_WORK)
  useEffect(() => {
    if (state !== undefined && !isWorking(state)) void refresh(...CHANGED)
  }, [state])
  const job = useJob(c, 'bulk', id)
  const isPreparing = (job?.state ?? state) === 'preparing'
  return { read, isPreparing, done: job?.done ?? done, total: job?.total ?? total }
}

export function useBulkEdits(c: number, page: number) {
  return useRead(bulkEdits.listBulkEdits, { params: { c }, query: { page, limit: LIST_LIMIT } }, { keepRows: true })
}

export function useBulkLeft(c: number, id: string, page: number) {
  return useRead(bulkEdits.listBulkLeft, { params: { c, id }, query: { page, limit: LIST_LIMIT } }, { keepRows: true })
}
