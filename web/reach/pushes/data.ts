/** Calls of pushes: the list, one push, its reach, its progress and its results. */
import { useState } from 'react'
import type { ReplyOf } from '../../../contract/call.ts'
import { PUSH_STATES } from '../../../contract/reach/push-counts.ts'
import { PUSH_TYPES, pushes, type Push, type SentType } from '../../../contract/reach/pushes.ts'
import { places } from '../../../contract/cards/places.ts'
import { templates } from '../../../contract/cards/templates.ts'
import type { RunningJob } from '../../../contract/platform/cabinets.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import { useJob, useMissedEnd } from '../../base/jobs.ts'
import { queryClient, readKey, fetchNewest, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'
import type { TableState } from '../../parts/data-table/table-state.ts'
import { jobPace } from '../../parts/job-progress.tsx'

/** States of a text push, and of the pushes that are switched. */
export const PUSH_FILTERS = [...PUSH_STATES, 'on', 'off'] as const

const OF_LIST = [pushes.listPushes]
const OF_PUSH = [pushes.readPush, pushes.listPushes, pushes.statistics]

export function usePushes(c: number, { q, page, limit, filters }: TableState<string, 'status' | 'type'>) {
  const status = PUSH_FILTERS.find((state) => state === filters.status)
  const type = PUSH_TYPES.find((one) => one === filters.type)
  const read = useRead(
    pushes.listPushes,
    { params: { c }, query: { q, type, status, page, limit } },
    { keepRows: true },
  )
  useMissedEnd(c, 'push', read.data?.data.some((push) => isGoing(push.status)) === true, OF_LIST)
  return read
}

/** @param id null: a push that is not saved yet */
export function usePush(c: number, id: string | null) {
  return useRead(pushes.readPush, id === null ? null : { params: { c, pushUuid: id } })
}

export const isGoing = (status: Push['status']) => status === 'queue' || status === 'in_progress'

function keep(c: number, push: Push): void {
  queryClient.setQueryData(readKey(pushes.readPush, { params: { c, pushUuid: push.id } }), push)
}

/** Bypasses the cache; used to resolve a version conflict. */
export function readNewest(c: number, id: string): Promise<Push> {
  return fetchNewest(pushes.readPush, { params: { c, pushUuid: id } })
}

type Refusing = (refused: Refused) => boolean

export function useCreatePush(c: number, onRefused: Refusing) {
  return useWrite(pushes.createPush, {
    refresh: [pushes.listPushes, places.listPlaces],
    onDone: (push) => keep(c, push),
    onRefused,
  })
}

export function useSavePush(c: number, onRefused: Refusing) {
  return useWrite(pushes.savePush, {
    refresh: [pushes.listPushes, pushes.pointSettings, places.listPlaces, templates.updateStatus],
    onDone: (push) => keep(c, push),
    onRefused,
  })
}

export function useRemovePush(onRefused: Refusing, done: string) {
  return useWrite(pushes.removePush, { refresh: [pushes.listPushes], done, onRefused })
}

export function useStartSend(c: number, onRefused: Refusing, done: string) {
  return useWrite(pushes.startSend, {
    refresh: [pushes.listPushes, pushes.statistics],
    done,
    onDone: (push) => keep(c, push),
    onRefused,
  })
}

export function useSwitchPush(c: number, onRefused: Refusing, done: string) {
  return useWrite(pushes.switchPush, {
    refresh: [pushes.listPushes, pushes.pointSettings, templates.updateStatus],
    done,
    onDone: (push) => keep(c, push),
    onRefused,
  })
}

export type PointSettings = ReplyOf<typeof pushes.pointSettings>

/** How many points cards may have and have, the map, and the bot; not read for a text. */
export function usePointSettings(c: number, isNeeded: boolean) {
  return useRead(pushes.pointSettings, isNeeded ? { params: { c } } : null)
}

type Asked = { type: SentType; templates: readonly string[]; segment: string | null }

export function useReach(c: number, { type, templates, segment }: Asked) {
  return useRead(
    pushes.reach,
    templates.length === 0 && type === 'text'
      ? null
      : { params: { c }, body: { type, templates: [...templates].sort(), segment } },
    { keepRows: true },
  )
}

/** The progress of sending; undefined until it is in the list of running work. */
export function useSending(c: number, push: Push): RunningJob | undefined {
  useMissedEnd(c, 'push', isGoing(push.status), OF_PUSH)
  return useJob(c, 'push', push.id)
}

/**
 * Results keep coming while phones fetch the card: asked for an hour after the last sending. While it is being sent,
 * they are read again whenever the list of running work changes.
 * @param id null: there are none to see
 */
export function useStatistics(c: number, id: string | null) {
  const [startedMs] = useState(() => Date.now())
  return useRead(pushes.statistics, id === null ? null : { params: { c, pushUuid: id } }, {
    everyMs: (reply) => {
      const last = reply?.runs[0]
      const isOpen =
        last !== undefined &&
        last.endedAt !== null &&
        last.wallets.apple.fetched < last.wallets.apple.accepted &&
        Date.now() - Date.parse(last.endedAt) < HOUR_MS
      return jobPace(startedMs, isOpen)
    },
  })
}
