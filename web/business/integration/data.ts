/** Reads and actions of the CRM integration. Other rooms read here how a client is synced. */
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { clients } from '../../../contract/people/clients.ts'
import { integration } from '../../../contract/business/integration.ts'
import type { SyncStatus } from '../../../contract/business/crm-sync.ts'
import type { MeetingPolicy } from '../../../contract/business/crm-meeting.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import type { ErrorForm } from '../../base/form.ts'
import { useMissedEnd } from '../../base/jobs.ts'
import { readKey, queryClient, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

const LOOK_EVERY_MS = 30_000
const OF_STATUS = [integration.syncStatus, integration.readDesk]
const CHANGED = [
  cabinets.dashboard,
  clients.listClients,
  clients.readClient,
  integration.readClientSync,
  integration.unsyncedClients,
  integration.syncStatus,
]

export function useIntegration(c: number) {
  return useRead(integration.readIntegration, { params: { c } }, { everyMs: LOOK_EVERY_MS })
}

const keep = (c: number) => (reply: unknown) =>
  queryClient.setQueryData(readKey(integration.readIntegration, { params: { c } }), reply)

type Shown = { form?: ErrorForm; onRefused?: (refused: Refused) => boolean; done?: string }

export function useSaveIntegration(c: number, options: Shown = {}) {
  return useWrite(integration.saveIntegration, { refresh: CHANGED, onDone: keep(c), ...options })
}

export function useActivate(c: number, options: Shown = {}) {
  return useWrite(integration.activateIntegration, { refresh: CHANGED, onDone: keep(c), ...options })
}

export function useToggle(c: number, options: Shown = {}) {
  return useWrite(integration.toggleIntegration, { refresh: CHANGED, onDone: keep(c), ...options })
}

export function useRemoveIntegration(c: number, options: Shown) {
  return useWrite(integration.removeIntegration, {
    refresh: [...CHANGED, notifications.listNotifications],
    onDone: keep(c),
    ...options,
  })
}

const LOOK_OFTEN_MS = 2000
const OF_MEETING = [...CHANGED, integration.readMeeting, integration.readIntegration]

/** What the first exchange would do, by these rules. */
export function useMeeting(c: number, policy: MeetingPolicy) {
  return useRead(
    integration.readMeeting,
    { params: { c }, query: policy },
    {
      keepRows: true,
      everyMs: (meeting) => meeting?.state === 'running' && !meeting.isBegun && LOOK_OFTEN_MS,
    },
  )
}

export const useLookUp = () => useWrite(integration.lookUpClients, { refresh: OF_MEETING })

export const useBegin = (done: string) => useWrite(integration.beginExchange, { refresh: OF_MEETING, done })

export const isRunning = (status: SyncStatus | undefined) =>
  status !== undefined && ['queue', 'running', 'waiting'].includes(status.state)

export function useSyncStatus(c: number) {
  const read = useRead(integration.syncStatus, { params: { c } })
  useMissedEnd(c, 'crm', isRunning(read.data), OF_STATUS)
  return read
}

/** Clients that are not in the CRM yet, and the action that writes them. @param done text of the toast */
export function useSync(c: number, done: string) {
  const { data: waiting } = useRead(integration.unsyncedClients, { params: { c } }, { everyMs: LOOK_EVERY_MS })
  const { data: status } = useSyncStatus(c)
  const start = useWrite(integration.syncClients, {
    refresh: [...CHANGED, integration.readIntegration],
    onDone: (reply) => queryClient.setQueryData(readKey(integration.syncStatus, { params: { c } }), reply),
    done,
  })
  return { waiting, status, start: () => start.run({ params: { c } }), isBusy: start.isBusy }
}

export const useClientNamed = (c: number, id: string) => useRead(clients.readClient, { params: { c, id } })

/** @param done text of the toast */
export const useUndoRelink = (done: string) => useWrite(integration.undoRelink, { refresh: CHANGED, done })

export function useClientSync(c: number, id: string) {
  return useRead(integration.readClientSync, { params: { c, id } })
}

export function useSaveClientSync(c: number, id: string) {
  return useWrite(integration.saveClientSync, {
    refresh: [clients.listClients, clients.readClient, integration.unsyncedClients],
    onDone: (reply) => queryClient.setQueryData(readKey(integration.readClientSync, { params: { c, id } }), reply),
  })
}
