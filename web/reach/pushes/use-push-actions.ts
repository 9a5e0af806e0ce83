import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Push } from '../../../contract/reach/pushes.ts'
import { moscowMoment } from '../../../contract/time.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import type { Refused } from '../../base/refused.ts'
import { useShow } from '../../base/show.ts'
import { toastDone } from '../../base/toast.ts'
import { readNewest, useStartSend, useSwitchPush } from './data.ts'
import type { Draft } from './push-draft.ts'
import type { PushForm } from './use-push-form.ts'

/** Actions on the push of the page: unsaved changes are saved first. */
export function usePushActions(push: Push | null, form: PushForm) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const navigate = useNavigate()
  const show = useShow()
  const { draft, isComplete } = form
  const [isAsking, setIsAsking] = useState(false)
  const onRefused = (refused: Refused): boolean => {
    if (form.onRefused(refused)) return true
    // The page shows an old state; if this read fails, the next one reports it.
    if (refused.code === 'push_once_a_day' || refused.code === 'push_in_queue')
      void readNewest(c, push?.id ?? '').catch(() => undefined)
    return false
  }
  const sending = useStartSend(c, onRefused, t('pushes.sendDialog.started'))
  const toggling = useSwitchPush(c, onRefused, t(push?.isActive ? 'pushes.switch.offDone' : 'pushes.switch.onDone'))
  const isOn = push?.isActive ?? false

  const open = (saved: Push) => {
    if (push) return
    void navigate({
      to: '/$cabinetDomain/pushes/$pushId',
      params: { cabinetDomain: domain, pushId: saved.id },
      search: {},
      replace: true,
      ignoreBlocker: true,
    })
  }
  const schedule = async (moment: NonNullable<Draft['schedule']>) => {
    const saved = await draft.store()
    if (!saved) return
    toastDone(t('pushes.schedule.done', { at: show.dateTime(moscowMoment(moment.day, moment.time).toISOString()) }))
    open(saved)
  }
  return {
    isAsking,
    stopAsking: () => setIsAsking(false),
    isSending: sending.isBusy || (isAsking && draft.isSaving),
    isToggling: toggling.isBusy || (isAsking && draft.isSaving),
    saveNew: async () => {
      const saved = await draft.store()
      if (!saved) return
      toastDone(t('pushes.editor.saved'))
      open(saved)
    },
    askToSwitch: () => {
      const mayAsk = isOn || isComplete
      form.setIsMissingHighlighted(!mayAsk)
      if (mayAsk && (isOn || draft.check())) setIsAsking(true)
    },
    toggle: async () => {
      // Switching off needs no saving first: the changes stay on the page.
      const saved = push && (isOn || !draft.isDirty) ? push : await draft.store()
      if (saved) {
        await toggling.ask({ params: { c, pushUuid: saved.id }, body: { isActive: !isOn } })
        open(saved)
      }
      setIsAsking(false)
    },
    askToSend: () => {
      form.setIsMissingHighlighted(!isComplete)
      if (!draft.check() || !isComplete) return
      if (draft.value.schedule) void schedule(draft.value.schedule)
      else setIsAsking(true)
    },
    send: async () => {
      const saved = push && !draft.isDirty ? push : await draft.store()
      if (saved) {
        await sending.ask({ params: { c, pushUuid: saved.id } })
        open(saved)
      }
      setIsAsking(false)
    },
  }
}
export type PushActions = ReturnType<typeof usePushActions>
