/** The draft of a card. Saving it asks about issued cards and starts their update. */
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Template } from '../../../contract/cards/templates.ts'
import { useStale } from '../../base/draft/stale.ts'
import { isSame } from '../../base/draft/same.ts'
import { useDraft } from '../../base/draft/use-draft.ts'
import type { Refused } from '../../base/refused.ts'
import { toastDone } from '../../base/toast.ts'
import { type Draft, draftOf, isWhole, LISTS } from './card-draft.ts'
import { readNewest, useSaveTemplate, useUpdateCards, useUpdateStatus } from './data.ts'
import type { Issue } from './issues.ts'

type CardFormOptions = {
  cabinetId: number
  template: Template
  /** Shows what keeps a draft from being saved. @returns whether it may be sent */
  check: (draft: Draft) => boolean
  onReplaced: () => void
}

export type CardForm = ReturnType<typeof useCardForm>

const issuesOf = (refused: Refused): Issue[] =>
  Object.entries(refused.fields).map(([control, fault]) => ({
    code: 'field_invalid',
    severity: 'error',
    control,
    values: { text: fault.message },
  }))

export function useCardForm({ cabinetId, template, check, onReplaced }: CardFormOptions) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const [serverIssues, setServerIssues] = useState<readonly Issue[]>([])
  const wantsUpdate = useRef(false)
  const stale = useStale()
  const status = useUpdateStatus(cabinetId)
  const update = useUpdateCards((count) => t('templates.update.started', { count }))
  const write = useSaveTemplate(cabinetId, (refused) => {
    setIsAsking(false)
    if (stale.isConflict(refused)) return true
    setServerIssues(issuesOf(refused))
    return Object.keys(refused.fields).length > 0
  })
  const draft = useDraft<Template, Draft>({
    kind: 'card',
    id: template.id,
    saved: template,
    draftOf,
    lists: LISTS,
    isWhole,
    stale,
    readNewest: () => readNewest(cabinetId, template.id),
    check,
    send: (one, over) =>
      write.ask({
        params: { c: cabinetId, uuid: template.id },
        body: { ...one, version: over?.version ?? template.version },
      }),
    onSaved: () => {
      if (wantsUpdate.current) update.run({ params: { c: cabinetId }, body: { template: template.id } })
      else toastDone(t('templates.editor.savedToast'))
      wantsUpdate.current = false
    },
    onReplaced: () => {
      setIsAsking(false)
      setServerIssues([])
      onReplaced()
    },
  })
  const base = draft.saved ?? template
  const edit = (control: string, change: (draft: Draft) => Draft) => {
    setServerIssues((old) => old.filter((issue) => issue.control !== control))
    draft.edit(control, change)
  }
  const save = async (withUpdate: boolean): Promise<boolean> => {
    wantsUpdate.current = withUpdate
    return draft.save()
  }
  const isWorking = status.data?.state === 'queue' || status.data?.state === 'in_progress'
  const changesDesign = !isSame({ ...draft.value, name: base.name }, draftOf(base))
  return {
    base,
    draft,
    edit,
    serverIssues,
    isAsking,
    stopAsking: () => setIsAsking(false),
    /** When issued cards may be updated next; null: now. */
    nextUpdateAt: status.data?.nextAt ?? null,
    canUpdate: base.allowed.updateCards && !isWorking && (status.data?.nextAt ?? null) === null,
    saveOrAsk: () => {
      if (!draft.check()) return
      if (base.issued > 0 && changesDesign) setIsAsking(true)
      else void save(false)
    },
    save,
  }
}
