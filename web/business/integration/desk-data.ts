/** Reads and actions of the desk for clients in trouble. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trouble } from '../../../contract/business/crm-desk.ts'
import { integration } from '../../../contract/business/integration.ts'
import { clients } from '../../../contract/people/clients.ts'
import { queryClient, readKey, useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'

const LOOK_EVERY_MS = 30_000
const OF_DESK = [
  integration.readDesk,
  integration.unsyncedClients,
  integration.readClientSync,
  clients.listClients,
  clients.readClient,
]

/** @param after where the page begins; undefined: the first one */
export function useDesk(c: number, trouble: Trouble | undefined, after?: string) {
  return useRead(
    integration.readDesk,
    { params: { c }, query: { ...(trouble && { trouble }), ...(after && { after }) } },
    { keepRows: true, everyMs: LOOK_EVERY_MS },
  )
}

export function useRetry(c: number) {
  const { t } = useTranslation()
  return useWrite(integration.retryClients, {
    refresh: OF_DESK,
    onDone: (reply) => queryClient.setQueryData(readKey(integration.syncStatus, { params: { c } }), reply),
    done: t('integration.desk.retried'),
  })
}

export function useReadNow() {
  const { t } = useTranslation()
  return useWrite(integration.readFromCrm, {
    refresh: [integration.readIntegration],
    done: t('integration.desk.reading'),
  })
}

export function useSettleField() {
  const { t } = useTranslation()
  return useWrite(integration.settleField, { refresh: OF_DESK, done: t('integration.desk.settled') })
}

export const useSkip = () => useWrite(integration.saveClientSync, { refresh: OF_DESK })

/** Asked anew each time: amounts of an earlier answer would promise something else than a link does. */
export function useCandidates(c: number, id: string) {
  useEffect(
    () => () => queryClient.removeQueries({ queryKey: readKey(integration.listCandidates, { params: { c, id } }) }),
    [c, id],
  )
  return useRead(integration.listCandidates, { params: { c, id } })
}

export function useLink() {
  const { t } = useTranslation()
  return useWrite(integration.linkClient, { refresh: OF_DESK, done: t('integration.desk.linkDone') })
}
