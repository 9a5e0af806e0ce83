/**
 * Saving a card: asks about issued ones, settles a conflict with a newer save, starts the update of cards on phones.
 */
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Template } from '../../../contract/cards/templates.ts'
import { type Refused, refusedOf } from '../../base/refused.ts'
import { toastDone, toastRefused } from '../../base/toast.ts'
import { useUpdateCards, useUpdateStatus, readTemplateNow, useSaveTemplate } from './data.ts'
import { type Draft, draftOf, isSameDraft, rebaseDraft } from './editor-state.ts'
import type { Issue } from './issues.ts'

type SaveCardOptions = {
  cabinetId: number
  /** As it was read or saved last. */
  base: Template
  draft: Draft
  onSaved: (saved: Template, sent: Draft) => void
  /** A newer save was read; `mine` is my change on top of it, or null when it was given up. */
  onNewer: (newer: Template, mine: Draft | null) => void
}

export type Saving = ReturnType<typeof useSaveCard>

export function useSaveCard({ cabinetId, base, draft, onSaved, onNewer }: SaveCardOptions) {
  const { t } = useTranslation()
  const [asks, setAsks] = useState<'issued' | 'conflict' | null>(null)
  const [isSettling, setIsSettling] = useState(false)
  const [serverIssues, setServerIssues] = useState<readonly Issue[]>([])
  const wantsUpdate = useRef(false)
  const status = useUpdateStatus(cabinetId)
  const update = useUpdateCards((count) => t('templates.update.started', { count }))
  const save = useSaveTemplate(cabinetId, (refused: Refused) => {
    if (refused.code === 'version_conflict') {
      setAsks('conflict')
      return true
    }
    const faults = Object.entries(refused.fields)
    setServerIssues(
      faults.map(([control, fault]) => ({
        code: 'field_invalid',
        severity: 'error',
        control,
        values: { text: fault.message },
      })),
    )
    return faults.length > 0
  })

  /** Sends a draft over a version. @returns whether it was saved */
  const send = async (sent: Draft, version: number, withUpdate: boolean): Promise<boolean> => {
    wantsUpdate.current = withUpdate
    const saved = await save.ask({ params: { c: cabinetId, uuid: base.id }, body: { ...sent, version } })
    if (!saved) return false
    setAsks(null)
    setServerIssues([])
    onSaved(saved, sent)
    if (withUpdate) update.run({ params: { c: cabinetId }, body: { template: base.id } })
    else toastDone(t('templates.editor.savedToast'))
    return true
  }
  const settle = async (keepMine: boolean) => {
    setIsSettling(true)
    try {
      const newer = await readTemplateNow(cabinetId, base.id)
      const mine = keepMine ? rebaseDraft(draftOf(base), draft, draftOf(newer)) : null
      setAsks(null)
      onNewer(newer, mine)
      if (mine) await send(mine, newer.version, wantsUpdate.current)
    } catch (error) {
      toastRefused(refusedOf(error, t('refusals.codes.server_error')))
    } finally {
      setIsSettling(false)
    }
  }
  const clearServer = useCallback((control: string) => {
    setServerIssues((old) =>
      old.some((issue) => issue.control === control) ? old.filter((issue) => issue.control !== control) : old,
    )
  }, [])
  const changesDesign = !isSameDraft({ ...draft, name: base.name }, draftOf(base))
  const isWorking = status.data?.state === 'queue' || status.data?.state === 'in_progress'
  return {
    asks,
    isBusy: save.isBusy || isSettling,
    serverIssues,
    clearServer,
    /** When cards on phones may be updated next; null when now. */
    nextUpdateAt: status.data?.nextAt ?? null,
    canUpdate: base.allowed.updateCards && !isWorking && (status.data?.nextAt ?? null) === null,
    start: () => {
      if (base.issued > 0 && changesDesign) setAsks('issued')
      else void send(draft, base.version, false)
    },
    saveNow: (withUpdate: boolean) => send(draft, base.version, withUpdate),
    settle,
    close: () => setAsks(null),
  }
}
