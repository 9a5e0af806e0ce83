/**
 * The draft of an editor beside what is saved: steps back and forward, the copy kept for a reload, saving, discarding,
 * and a conflict with somebody else's save, settled field by field.
 */
import { useMemo, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMaybeCabinet } from '../cabinet.tsx'
import { refusedOf } from '../refused.ts'
import { toastRefused } from '../toast.ts'
import { type History, type HistoryStep, startHistory, stepHistory } from './history.ts'
import { nameOfKept, useKept } from './kept.ts'
import { type Lists, type Merged, mergeDrafts } from './merge.ts'
import { isSame } from './same.ts'
import type { Stale } from './stale.ts'

type DraftOptions<Saved extends { version: number }, T> = {
  /** Names the kept copy within the account: `push` and its id. */
  kind: string
  id: string
  /** Null: it was never saved. */
  saved: Saved | null
  draftOf: (saved: Saved) => T
  /** What the editor begins with instead of what is saved; needed when nothing is. */
  start?: (() => T) | undefined
  /** Lists that merge item by item. */
  lists?: Lists
  /** What would be saved of a draft: two drafts that would be saved alike are not a change. */
  essence?: (draft: T) => unknown
  /** Of a draft that an older release may have kept. */
  isWhole?: (draft: T) => boolean
  stale: Stale
  /** As the server has it now. */
  readNewest: () => Promise<Saved>
  /** Shows what keeps a draft from being saved. @returns whether it may be sent */
  check?: (draft: T) => boolean
  /** @param over what the draft was made from, with its version @returns undefined when it was refused (and shown) */
  send: (draft: T, over: Saved | null) => Promise<Saved | undefined>
  /** After saving because somebody asked for it. */
  onSaved?: (saved: Saved) => void
  /** Another draft is on the page, or this one is saved: errors shown are no longer true. */
  onReplaced?: () => void
}

type Conflict<Saved, T> = {
  newest: Saved
  base: T
  mine: T
  /** `kept`: of a draft that a reload left behind, restored but not saved yet. */
  origin: 'save' | 'kept'
}

const NO_LISTS: Lists = {}

export function useDraft<Saved extends { version: number }, T>(options: DraftOptions<Saved, T>) {
  // Pages of the operator belong to no account.
  const c = useMaybeCabinet()?.id ?? 0
  const { saved, draftOf, lists = NO_LISTS, essence = (draft: T): unknown => draft } = options
  const [base, setBase] = useState(saved)
  const [initial] = useState(() => options.start?.() ?? draftOf(saved as Saved))
  const { value, step, ways } = useSteps(initial)
  const [conflict, setConflict] = useState<Conflict<Saved, T> | null>(null)
  const savedDraft = useMemo(() => (base ? draftOf(base) : initial), [base, draftOf, initial])
  const isDirty = !isSame(essence(value), essence(savedDraft))
  const latest = useRef(value)
  latest.current = value

  // Other tabs and jobs save too: what this editor does not show, or has not changed, is taken over.
  if (saved && base && saved !== base && saved.version >= base.version) {
    const isUnseen = isSame(draftOf(saved), savedDraft)
    if (isUnseen || !isDirty) setBase(saved)
    if (!isUnseen && !isDirty) step({ type: 'load', draft: draftOf(saved) })
  }

  const kept = useKept({
    name: nameOfKept(c, options.kind, options.id),
    saved: savedDraft,
    version: base?.version ?? 0,
    draft: value,
    isDirty,
    lists,
    isWhole: options.isWhole ?? (() => true),
  })

  const replace = (draft: T) => {
    step({ type: 'load', draft, asStep: true })
    setConflict(null)
    options.onReplaced?.()
  }
  const saving = useSaving(options, {
    onSaved: (sent, done) => {
      setBase(done)
      step({ type: 'adopt', sent, saved: draftOf(done), lists })
      setConflict(null)
      options.onReplaced?.()
    },
    onConflict: (newest, from) => setConflict({ newest, base: from, mine: latest.current, origin: 'save' }),
  })
  /** @returns what is saved now, or undefined: what kept it from being saved is shown */
  const store = () => saving.store(value, base, savedDraft)
  const save = async (): Promise<boolean> => {
    const done = await store()
    if (done) options.onSaved?.(done)
    return done !== undefined
  }
  const settle = async ({ newest, base: from, mine, origin }: Conflict<Saved, T>, chosen: ReadonlySet<string>) => {
    const theirs = draftOf(newest)
    const merged = mergeDrafts(from, mine, theirs, lists, chosen).value
    setBase(newest)
    replace(merged)
    if (origin === 'kept') kept.forget()
    const done = origin === 'save' && (await saving.store(merged, newest, theirs))
    if (done) options.onSaved?.(done)
  }
  const restore = ({ base: from, draft: mine }: { base: T; draft: T }) => {
    const merged = mergeDrafts(from, mine, savedDraft, lists)
    if (base && merged.conflicts.length > 0) {
      setConflict({ newest: base, base: from, mine, origin: 'kept' })
      return
    }
    replace(merged.value)
    kept.forget()
  }
  const { left } = kept
  return {
    value,
    /** As it was read or saved last. */
    saved: base,
    savedDraft,
    isDirty,
    isSaving: saving.isSaving,
    ...ways,
    discard: () => replace(savedDraft),
    /** Shows what keeps it from being saved. @returns whether nothing does */
    check: () => saving.check(value),
    store,
    save,
    conflict: conflict && {
      origin: conflict.origin,
      merge: (chosen: ReadonlySet<string>): Merged<T> =>
        mergeDrafts(conflict.base, conflict.mine, draftOf(conflict.newest), lists, chosen),
      /** Puts both together and saves. */
      settle: (chosen: ReadonlySet<string>) => settle(conflict, chosen),
      takeTheirs: () => {
        setBase(conflict.newest)
        replace(draftOf(conflict.newest))
        if (conflict.origin === 'kept') kept.forget()
      },
      close: () => setConflict(null),
    },
    kept: left && { atMs: left.atMs, drop: kept.forget, restore: () => restore(left) },
  }
}
export type DraftOf<Saved extends { version: number }, T> = ReturnType<typeof useDraft<Saved, T>>

function useSteps<T>(initial: T) {
  const [history, step] = useReducer(
    stepHistory as (history: History<T>, step: HistoryStep<T>) => History<T>,
    initial,
    startHistory<T>,
  )
  return {
    value: history.draft,
    step,
    ways: {
      /** @param control changes in one control without a pause are one step */
      edit: (control: string, change: (draft: T) => T) => step({ type: 'edit', control, atMs: Date.now(), change }),
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
      undo: () => step({ type: 'undo' }),
      redo: () => step({ type: 'redo' }),
    },
  }
}

type SavingEvents<Saved, T> = {
  onSaved: (sent: T, done: Saved) => void
  /** Somebody else has changed what this editor shows. @param from what the draft was made from */
  onConflict: (newest: Saved, from: T) => void
}

function useSaving<Saved extends { version: number }, T>(
  options: DraftOptions<Saved, T>,
  { onSaved, onConflict }: SavingEvents<Saved, T>,
) {
  const { t } = useTranslation()
  const { draftOf, lists = NO_LISTS } = options
  const [isSaving, setIsSaving] = useState(false)
  const readNewest = async (): Promise<Saved | null> => {
    try {
      return await options.readNewest()
    } catch (error) {
      toastRefused(refusedOf(error, t('refusals.codes.server_error')))
      return null
    }
  }
  const send = async (draft: T, over: Saved | null, from: T): Promise<Saved | undefined> => {
    const done = await options.send(draft, over)
    if (done) {
      onSaved(draft, done)
      return done
    }
    if (!options.stale.take()) return undefined
    const newest = await readNewest()
    if (!newest) return undefined
    const merged = mergeDrafts(from, draft, draftOf(newest), lists)
    // Only what this editor does not show was changed: there is nothing to ask.
    if (merged.conflicts.length + merged.taken.length === 0) return send(draft, newest, draftOf(newest))
    onConflict(newest, from)
    return undefined
  }
  const check = (draft: T) => options.check?.(draft) ?? true
  return {
    isSaving,
    check,
    /** @param from the draft of `over` */
    store: async (draft: T, over: Saved | null, from: T): Promise<Saved | undefined> => {
      if (!check(draft)) return undefined
      setIsSaving(true)
      try {
        return await send(draft, over, from)
      } finally {
        setIsSaving(false)
      }
    },
  }
}
