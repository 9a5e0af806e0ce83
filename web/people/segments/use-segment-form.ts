import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEGMENT_CRITERIA_MAX } from '../../../contract/limits.ts'
import type { CriterionKind, Match, Segment } from '../../../contract/people/segments.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useStale } from '../../base/draft/stale.ts'
import { useDraft } from '../../base/draft/use-draft.ts'
import type { Refused } from '../../base/refused.ts'
import { toastDone } from '../../base/toast.ts'
import { undoToast } from '../../parts/undo-toast.tsx'
import { readNewest, useSaveSegment } from './data.ts'
import { copyOf, criterionOf, newRow, type Row, wholeCriteria } from './rows.ts'
import { type Draft, draftOf, essenceOf, LISTS } from './segment-draft.ts'

export const NAME_ID = 'segment-name'
export const ADD_ID = 'segment-add'
export const rowId = (row: Pick<Row, 'pageKey'>) => `segment-row-${row.pageKey}`

type Errors = { name?: string; criteria?: string; limit?: Refused; rows: Readonly<Record<string, string>> }
const NONE: Errors = { rows: {} }

/** The errors of a refusal at the name and the conditions; null if there are none. */
function errorsOf(refused: Refused, rows: readonly Row[]): Errors | null {
  if (refused.code === 'segment_limit') return { limit: refused, rows: {} }
  const ofRows = Object.entries(refused.fields).flatMap(([path, fault]) => {
    const row = rows[Number(/^criteria\.(\d+)/.exec(path)?.[1] ?? Number.NaN)]
    return row ? [[row.pageKey, fault.message] as const] : []
  })
  const { name, criteria } = refused.fields
  if (!name && !criteria && ofRows.length === 0) return null
  return {
    ...(name && { name: name.message }),
    ...(criteria && { criteria: criteria.message }),
    rows: Object.fromEntries(ofRows),
  }
}

/**
 * The draft of a segment and its errors.
 * @param start filled in by an example
 */
export function useSegmentForm(segment: Segment, start: Draft | null) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const stale = useStale()
  const [errors, setErrors] = useState<Errors>(NONE)
  const sent = useRef<readonly Row[]>([])
  /** Saving was tried: empty values are errors now. */
  const [wasSaveTried, setWasSaveTried] = useState(false)

  const saving = useSaveSegment(c, (refused) => {
    if (stale.isConflict(refused)) return true
    const found = errorsOf(refused, sent.current)
    if (found) setErrors(found)
    return found !== null
  })
  const check = (one: Draft): boolean => {
    setWasSaveTried(true)
    const broken = one.rows.find((row) => 'faults' in criterionOf(row))
    const isNameless = one.name.trim() === ''
    const isBare = one.rows.length === 0
    setErrors({
      ...(isNameless && { name: t('refusals.fields.required') }),
      ...(isBare && { criteria: t('refusals.fields.criteria_none') }),
      rows: {},
    })
    const wrong = isNameless ? NAME_ID : broken ? rowId(broken) : isBare ? ADD_ID : null
    if (wrong) requestAnimationFrame(() => document.getElementById(wrong)?.focus())
    return wrong === null
  }
  const draft = useDraft<Segment, Draft>({
    kind: 'segment',
    id: segment.id,
    saved: segment,
    draftOf,
    start: start ? () => start : undefined,
    lists: LISTS,
    essence: essenceOf,
    stale,
    readNewest: () => readNewest(c, segment.id),
    check,
    send: ({ name, match, rows }, over) => {
      sent.current = rows
      return saving.ask({
        params: { c, segmentId: segment.id },
        body: { name: name.trim(), match, criteria: wholeCriteria(rows), version: over?.version ?? segment.version },
      })
    },
    onSaved: (saved) => toastDone(t('segments.editor.saved', { name: saved.name })),
    onReplaced: () => {
      setErrors(NONE)
      setWasSaveTried(false)
    },
  })
  const setRows = (control: string, change: (rows: readonly Row[]) => readonly Row[]) => {
    draft.edit(control, (before) => ({ ...before, rows: change(before.rows) }))
    setErrors(({ name }) => ({ ...(name !== undefined && { name }), rows: {} }))
  }
  return {
    base: draft.saved ?? segment,
    draft,
    errors,
    wasSaveTried,
    isFull: draft.value.rows.length >= SEGMENT_CRITERIA_MAX,
    setName: (name: string) => {
      draft.edit('name', (before) => ({ ...before, name }))
      setErrors(({ name: _, ...rest }) => rest)
    },
    setMatch: (match: Match) => draft.edit('match', (before) => ({ ...before, match })),
    change: (row: Row) =>
      setRows(`rows.${row.pageKey}`, (rows) => rows.map((one) => (one.pageKey === row.pageKey ? row : one))),
    add: (kind: CriterionKind) => {
      const row = newRow(kind)
      setRows(`add ${row.pageKey}`, (rows) => [...rows, row])
      requestAnimationFrame(() => document.getElementById(rowId(row))?.focus())
    },
    copy: (row: Row) => {
      const copied = copyOf(row)
      setRows(`add ${copied.pageKey}`, (rows) =>
        rows.flatMap((one) => (one.pageKey === row.pageKey ? [one, copied] : [one])),
      )
    },
    remove: (row: Row) => {
      const isRow = (one: Row) => one.pageKey === row.pageKey
      const place = draft.value.rows.findIndex(isRow)
      setRows(`remove ${row.pageKey}`, (rows) => rows.filter((one) => !isRow(one)))
      undoToast({
        message: t('segments.editor.removed'),
        undo: () => setRows('rows', (rows) => (rows.some(isRow) ? rows : rows.toSpliced(place, 0, row))),
      })
    },
  }
}
export type SegmentForm = ReturnType<typeof useSegmentForm>
