/** Calls of segments: the list, one segment, and the number of clients that match unsaved conditions. */
import type { Cabinet } from '../../../contract/platform/cabinets.ts'
import { forms } from '../../../contract/people/forms.ts'
import { type Rules, type SEGMENT_SORTS, segments, type Segment } from '../../../contract/people/segments.ts'
import { tags } from '../../../contract/people/tags.ts'
import { queryClient, readKey, fetchNewest, refresh, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { send } from '../../base/send.ts'
import { useWrite } from '../../base/write.ts'
import type { TableState } from '../../parts/data-table/table-state.ts'

/** Does the tariff include segments? */
export function hasSegments({ tariff }: Pick<Cabinet, 'tariff'>): boolean {
  return tariff?.key === 'advanced' || tariff?.key === 'expert'
}

export function useSegments(c: number, { query }: TableState<(typeof SEGMENT_SORTS)[number]>) {
  return useRead(segments.listSegments, { params: { c }, query }, { keepRows: true })
}

/** So many are read for a select. */
const CHOICE = 100

/**
 * Those that a select offers, by name: the first ones.
 * @param isWanted false: not read
 * @param q with this text in their names
 */
export function useSegmentChoice(c: number, isWanted: boolean, q = '') {
  return useRead(
    segments.listSegments,
    isWanted ? { params: { c }, query: { limit: CHOICE, o: 'name', d: 'asc', ...(q !== '' && { q }) } } : null,
  )
}

/**
 * Those that a filter offers first, the chosen one among them, however many there are.
 * @returns `isLost`: the chosen one was deleted; `isLong`: there are more than are offered
 */
export function useSegmentFilter(c: number, isWanted: boolean, chosen: string | undefined) {
  const read = useSegmentChoice(c, isWanted).data
  const rows = read?.data
  const isFurther = rows !== undefined && chosen !== undefined && rows.every(({ id }) => id !== chosen)
  const isAsked = isFurther && rows.length >= CHOICE
  const further = useRead(segments.readSegment, isAsked ? { params: { c, segmentId: chosen } } : null)
  return {
    offered: rows && [...rows, ...(isAsked && further.data ? [further.data] : [])],
    isLong: (read?.meta.total ?? 0) > CHOICE,
    isLost: isFurther && (!isAsked || further.error?.status === 404),
  }
}

export function useSegment(c: number, segmentId: string) {
  return useRead(segments.readSegment, { params: { c, segmentId } })
}

function keep(c: number, segment: Segment): void {
  queryClient.setQueryData(readKey(segments.readSegment, { params: { c, segmentId: segment.id } }), segment)
}

/** Bypasses the cache; used to resolve a version conflict. */
export function readNewest(c: number, segmentId: string): Promise<Segment> {
  return fetchNewest(segments.readSegment, { params: { c, segmentId } })
}

type Refusing = (refused: Refused) => boolean

export function useCreateSegment(c: number, onRefused: Refusing) {
  return useWrite(segments.createSegment, { onDone: (segment) => keep(c, segment), onRefused })
}

export function useSaveSegment(c: number, onRefused: Refusing) {
  return useWrite(segments.saveSegment, {
    refresh: [segments.listSegments],
    onDone: (segment) => keep(c, segment),
    onRefused,
  })
}

export function useRemoveSegment(onRefused: Refusing, done: string) {
  return useWrite(segments.removeSegment, { refresh: [segments.listSegments], done, onRefused })
}

/** Deletes a draft that was left; if that fails, the server deletes it within a day. */
export async function dropDraft(c: number, segmentUuid: string): Promise<void> {
  await send(segments.removeSegment, { params: { c, segmentUuid } }).catch(() => undefined)
  queryClient.removeQueries({ queryKey: readKey(segments.readSegment, { params: { c, segmentId: segmentUuid } }) })
}

/** After a refused deletion: the list shows what uses the segment. */
export const refreshSegments = () => refresh(segments.listSegments)

/**
 * @param rules null: nothing is counted
 * @param count `about` where an estimate will do
 */
export function useCounted(c: number, rules: Rules | null, count: 'exact' | 'about') {
  const asked = rules && { params: { c }, query: { count }, body: rules }
  return useRead(segments.countSegment, asked, { keepRows: true })
}

/** Tags that conditions can refer to. */
export function useTags(c: number) {
  return useRead(tags.listTags, { params: { c } })
}

/** Forms and cards that conditions can refer to. */
export function usePlaces(c: number) {
  return useRead(forms.listForms, { params: { c } })
}
