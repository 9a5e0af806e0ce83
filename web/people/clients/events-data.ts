/** Calls of the tab of external events; nothing else needs them. */
import { externalEvents } from '../../../contract/people/external-events.ts'
import { useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'

/** @param after where the page before ended; undefined: the newest events */
export function useEvents(c: number, id: string, after: string | undefined) {
  return useRead(externalEvents.listEvents, { params: { c, id }, query: { after } }, { keepRows: true })
}

export function useRemoveEvent(done: string) {
  return useWrite(externalEvents.removeEvent, { done, refresh: [externalEvents.listEvents] })
}
