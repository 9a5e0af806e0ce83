/** Reads and actions of cards that come later. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { preorders } from '../../../contract/reach/preorders.ts'
import { useJobs } from '../../base/jobs.ts'
import { queryClient, readKey, refresh, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

export const useActivation = (c: number) => useRead(preorders.readActivation, { params: { c } })

/** Read again at each step that the list of running work shows. */
export function useGeneration(c: number) {
  const job = useJobs(c)?.find((one) => one.kind === 'preorders')
  const step = job && `${job.id} ${job.state} ${job.done}`
  useEffect(() => {
    if (step !== undefined) void refresh(preorders.readGeneration)
  }, [step])
  return useRead(preorders.readGeneration, { params: { c } })
}

/** @param onRefused returns true when the dialog shows the refusal itself */
export function useActivate(c: number, onRefused?: (refused: Refused) => boolean) {
  const { t } = useTranslation()
  return useWrite(preorders.activate, {
    onDone: (reply) => queryClient.setQueryData(readKey(preorders.readActivation, { params: { c } }), reply),
    refresh: [preorders.readGeneration],
    done: t('preorders.issuing.saved'),
    ...(onRefused && { onRefused }),
  })
}

export function useGenerate(c: number) {
  return useWrite(preorders.generate, {
    onDone: (reply) => queryClient.setQueryData(readKey(preorders.readGeneration, { params: { c } }), reply),
    refresh: [cabinets.listJobs, preorders.readActivation],
  })
}
