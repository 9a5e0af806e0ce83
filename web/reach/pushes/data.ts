/** Reads and acts of pushes: the list, one push, its reach, how far sending is and what came of it. */
import { useEffect, useState } from 'react'
import type { ReplyOf } from '../../../contract/call.ts'
import { PUSH_STATES, PUSH_TYPES, pushes, type Push } from '../../../contract/reach/pushes.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import { queryClient, readKey, refresh, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { send } from '../../base/send.ts'
import { useWrite } from '../../base/write.ts'
import type { TableState } from '../../parts/data-table/table-state.ts'
import { jobPace } from '../../parts/job-progress.tsx'

/** States of a text, and of what is switched. */
export const PUSH_FILTERS = [...PUSH_STATES, 'on', 'off'] as const

export function usePushes(c: number, { q, page, limit, filters }: TableState<string, 'status' | 'type'>) {
  const status = PUSH_FILTERS.find((state) => state === filters.status)
  const type = PUSH_TYPES.find((one) => one === filters.type)
  return useRead(
    pushes.listPushes,
    { params: { c }, query: { q, type, status, page, limit } },
    {
      keepRows: true,
      everyMs: (reply) => (reply?.data.some((push) => isGoing(push.status)) ? 10_000 : false),
    },
  )
}

/** @param id null: a push that is not saved yet */
export function usePush(c: number, id: string | null) {
  return useRead(pushes.readPush, id === null ? null : { params: { c, pushUuid: id } })
}

export const isGoing = (status: Push['status']) => status === 'queue' || status === 'in_progress'

function keep(c: number, push: Push): void {
  queryClient.setQueryData(readKey(pushes.readPush, { params: { c, pushUuid: push.id } }), push)
}

/** The push as saved by now, past what is remembered. */
export async function readNewest(c: number, id: string): Promise<Push> {
  const push = await send(pushes.readPush, { params: { c, pushUuid: id } })
  keep(c, push)
  return push
}

type Refusing = (refused: Refused) => boolean

export function useCreatePush(c: number, onRefused: Refusing) {
  return useWrite(pushes.createPush, { refresh: [pushes.listPushes], onDone: (push) => keep(c, push), onRefused })
}

export function useSavePush(c: number, onRefused: Refusing) {
  return useWrite(pushes.savePush, {
    refresh: [pushes.listPushes, pushes.pointSettings, templates.updateStatus],
    onDone: (push) => keep(c, push),
    onRefused,
  })
}

export function useRemovePush(onRefused: Refusing, done: string) {
  return useWrite(pushes.removePush, { refresh: [pushes.listPushes], done, onRefused })
}

export function useStartSend(c: number, onRefused: Refusing, done: string) {
  return useWrite(pushes.startSend, {
    refresh: [pushes.listPushes, pushes.sendStatus, pushes.statistics],
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

/** How many points cards may carry and carry, and the map; not asked for a text. */
export function usePointSettings(c: number, isNeeded: boolean) {
  return useRead(pushes.pointSettings, isNeeded ? { params: { c } } : null)
}

export function useReach(c: number, templates: readonly string[], segment: string | null) {
  return useRead(
    pushes.reach,
    templates.length === 0 ? null : { params: { c }, body: { templates: [...templates].sort(), segment } },
    { keepRows: true },
  )
}

/**
 * How far sending is, asked ever more seldom and not at all in a hidden tab. When it ends, the push and its results are
 * read anew.
 * @param id null: nothing is being sent
 */
export function useSendStatus(c: number, id: string | null) {
  const [startedMs] = useState(() => Date.now())
  const status = useRead(pushes.sendStatus, id === null ? null : { params: { c, pushUuid: id } }, {
    everyMs: (reply) => jobPace(startedMs, !reply || isGoing(reply.status)),
  })
  const hasEnded = id !== null && status.data !== undefined && !isGoing(status.data.status)
  useEffect(() => {
    if (hasEnded) void refresh(pushes.readPush, pushes.listPushes, pushes.statistics)
  }, [hasEnded])
  return status
}

/**
 * Results keep coming while phones fetch the card: asked on for an hour after the last sending.
 * @param id null: there are none to see
 */
export function useStatistics(c: number, id: string | null) {
  const [startedMs] = useState(() => Date.now())
  return useRead(pushes.statistics, id === null ? null : { params: { c, pushUuid: id } }, {
    everyMs: (reply) => {
      const last = reply?.runs[0]
      const isOpen =
        last !== undefined &&
        (last.endedAt === null || (last.delivered < last.sent && Date.now() - Date.parse(last.endedAt) < HOUR_MS))
      return jobPace(startedMs, isOpen)
    },
  })
}
