import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEGMENT_CRITERIA_MAX } from '../../../contract/limits.ts'
import type { CriterionKind, Match, Segment } from '../../../contract/people/segments.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { type Refused, refusedOf } from '../../base/refused.ts'
import { toastDone, toastRefused } from '../../base/toast.ts'
import { undoToast } from '../../parts/undo-toast.tsx'
import { readNewest, useSaveSegment } from './data.ts'
import { copyOf, criterionOf, isSameRows, newRow, type Row, rowOf, wholeCriteria } from './rows.ts'

export const NAME_ID = 'segment-name'
export const ADD_ID = 'segment-add'
export const rowId = (row: Pick<Row, 'key'>) => `segment-row-${row.key}`

export type Draft = { name: string; match: Match; rows: readonly Row[] }

const draftOf = (segment: Segment): Draft => ({
  name: segment.name,
  match: segment.match,
  rows: segment.criteria.map(rowOf),
})
const isSame = (one: Draft, other: Draft) =>
  one.name.trim() === other.name.trim() && one.match === other.match && isSameRows(one.rows, other.rows)

type Errors = { name?: string; criteria?: string; limit?: Refused; rows: Readonly<Record<number, string>> }
const NONE: Errors = { rows: {} }

/** The conditions being written beside what is saved, and their ways out. @param start what a recipe fills in */
export function useSegmentForm(segment: Segment, start: Draft | null) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const [base, setBase] = useState(segment)
  const [draft, setDraft] = useState(() => start ?? draftOf(segment))
  const [errors, setErrors] = useState<Errors>(NONE)
  /** Saving was tried: what is still empty is a fault now. */
  const [isUrgent, setIsUrgent] = useState(false)
  const [hasConflict, setHasConflict] = useState(false)
  const isDirty = !isSame(draft, draftOf(base))

  const take = (saved: Segment) => {
    setBase(saved)
    setDraft(draftOf(saved))
    setErrors(NONE)
    setIsUrgent(false)
    setHasConflict(false)
  }
  const onRefused = (refused: Refused): boolean => {
    const rows = Object.fromEntries(
      Object.entries(refused.fields).flatMap(([path, fault]) => {
        const row = draft.rows[Number(/^criteria\.(\d+)/.exec(path)?.[1] ?? Number.NaN)]
        return row ? [[row.key, fault.message] as const] : []
      }),
    )
    if (refused.code === 'version_conflict') setHasConflict(true)
    else if (refused.code === 'segment_limit') setErrors({ limit: refused, rows: {} })
    else if (refused.fields.name || refused.fields.criteria || Object.keys(rows).length > 0) {
      setErrors({
        ...(refused.fields.name && { name: refused.fields.name.message }),
        ...(refused.fields.criteria && { criteria: refused.fields.criteria.message }),
        rows,
      })
    } else return false
    return true
  }
  const saving = useSaveSegment(c, onRefused)

  const isSound = (): boolean => {
    setIsUrgent(true)
    const broken = draft.rows.find((row) => 'faults' in criterionOf(row))
    const isNameless = draft.name.trim() === ''
    const isBare = draft.rows.length === 0
    setErrors({
      ...(isNameless && { name: t('refusals.fields.required') }),
      ...(isBare && { criteria: t('refusals.fields.criteria_none') }),
      rows: {},
    })
    const wrong = isNameless ? NAME_ID : broken ? rowId(broken) : isBare ? ADD_ID : null
    if (wrong) requestAnimationFrame(() => document.getElementById(wrong)?.focus())
    return wrong === null
  }
  /** @returns whether it is saved; a refusal is shown */
  const store = async (version = base.version): Promise<boolean> => {
    if (!isSound()) return false
    const saved = await saving.ask({
      params: { c, segmentId: base.id },
      body: { name: draft.name.trim(), match: draft.match, criteria: wholeCriteria(draft.rows), version },
    })
    if (!saved) return false
    take(saved)
    toastDone(t('segments.editor.saved', { name: saved.name }))
    return true
  }
  const load = async (): Promise<Segment | null> => {
    try {
      return await readNewest(c, base.id)
    } catch (error) {
      toastRefused(refusedOf(error, t('refusals.codes.server_error')))
      return null
    }
  }
  const setRows = (change: (rows: readonly Row[]) => readonly Row[]) => {
    setDraft((before) => ({ ...before, rows: change(before.rows) }))
    setErrors(({ name }) => ({ ...(name !== undefined && { name }), rows: {} }))
  }
  return {
    base,
    draft,
    errors,
    isDirty,
    isUrgent,
    hasConflict,
    isSaving: saving.isBusy,
    isFull: draft.rows.length >= SEGMENT_CRITERIA_MAX,
    setName: (name: string) => {
      setDraft((before) => ({ ...before, name }))
      setErrors(({ name: _, ...rest }) => rest)
    },
    setMatch: (match: Match) => setDraft((before) => ({ ...before, match })),
    change: (row: Row) => setRows((rows) => rows.map((one) => (one.key === row.key ? row : one))),
    add: (kind: CriterionKind) => {
      const row = newRow(kind)
      setRows((rows) => [...rows, row])
      requestAnimationFrame(() => document.getElementById(rowId(row))?.focus())
    },
    copy: (row: Row) => setRows((rows) => rows.flatMap((one) => (one.key === row.key ? [one, copyOf(one)] : [one]))),
    remove: (row: Row) => {
      const place = draft.rows.findIndex((one) => one.key === row.key)
      setRows((rows) => rows.filter((one) => one.key !== row.key))
      undoToast({
        message: t('segments.editor.removed'),
        undo: () => setRows((rows) => (rows.some((one) => one.key === row.key) ? rows : rows.toSpliced(place, 0, row))),
      })
    },
    save: () => store(),
    discard: () => take(base),
    loadNewest: async () => {
      const newest = await load()
      if (newest) take(newest)
    },
    saveOverNewest: async () => {
      const newest = await load()
      setHasConflict(false)
      if (newest) await store(newest.version)
    },
    closeConflict: () => setHasConflict(false),
  }
}
export type SegmentForm = ReturnType<typeof useSegmentForm>
