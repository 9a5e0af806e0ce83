/** Calls of triggers: the list in its order, one trigger, and the reach of unsaved settings. */
import type { Cabinet } from '../../../contract/platform/cabinets.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { segments } from '../../../contract/people/segments.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { type Trigger, triggers } from '../../../contract/reach/triggers.ts'
import type { SendInputOf } from '../../../contract/call.ts'
import { useMissedEnd } from '../../base/jobs.ts'
import { queryClient, readKey, fetchNewest, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { send } from '../../base/send.ts'
import { useWrite } from '../../base/write.ts'
import { useSegmentChoice } from '../../people/segments/data.ts'

const CHOICE_MAX = 100
const OF_LIST = [triggers.listTriggers]

/** Does the tariff include triggers? */
export function hasTriggers({ tariff }: Pick<Cabinet, 'tariff'>): boolean {
  return tariff?.key === 'advanced' || tariff?.key === 'expert'
}

const isGoing = (trigger: Trigger) => trigger.push?.status === 'queue' || trigger.push?.status === 'in_progress'

export function useTriggers(c: number) {
  const read = useRead(triggers.listTriggers, { params: { c } })
  useMissedEnd(c, 'push', read.data?.triggers.some(isGoing) === true, OF_LIST)
  return read
}

export function useTrigger(c: number, triggerUuid: string) {
  return useRead(triggers.readTrigger, { params: { c, triggerUuid } })
}

function keep(c: number, trigger: Trigger): void {
  queryClient.setQueryData(readKey(triggers.readTrigger, { params: { c, triggerUuid: trigger.id } }), trigger)
}

/** Bypasses the cache; used to resolve a version conflict. */
export function readNewest(c: number, triggerUuid: string): Promise<Trigger> {
  return fetchNewest(triggers.readTrigger, { params: { c, triggerUuid } })
}

type Refusing = (refused: Refused) => boolean

export function useCreateTrigger(c: number, onRefused: Refusing) {
  return useWrite(triggers.createTrigger, { onDone: (trigger) => keep(c, trigger), onRefused })
}

export function useSaveTrigger(c: number, onRefused: Refusing) {
  return useWrite(triggers.saveTrigger, {
    refresh: [triggers.listTriggers],
    onDone: (trigger) => keep(c, trigger),
    onRefused,
  })
}

export function useSwitchTrigger(c: number, onRefused: Refusing) {
  return useWrite(triggers.switchTrigger, {
    refresh: [triggers.listTriggers],
    onDone: (trigger) => keep(c, trigger),
    onRefused,
  })
}

export function useRemoveTrigger(onRefused: Refusing, done: string) {
  return useWrite(triggers.removeTrigger, { refresh: [triggers.listTriggers], done, onRefused })
}

/** The list shows the new order immediately; if it is refused, the list is read again. */
export function useOrderTriggers(c: number) {
  const key = readKey(triggers.listTriggers, { params: { c } })
  const order = useWrite(triggers.orderTriggers, { refresh: [triggers.listTriggers] })
  return (ids: readonly string[]) => {
    queryClient.setQueryData(
      key,
      (list: { triggers: Trigger[] } | undefined) =>
        list && {
          ...list,
          triggers: list.triggers
            .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
            .map((one, index) => ({ ...one, position: index + 1 })),
        },
    )
    order.run({ params: { c }, body: [...ids] })
  }
}

/** Deletes a draft that was left; if that fails, the server deletes it within a day. */
export async function dropDraft(c: number, triggerUuid: string): Promise<void> {
  await send(triggers.removeTrigger, { params: { c, triggerUuid } }).catch(() => undefined)
  queryClient.removeQueries({ queryKey: readKey(triggers.readTrigger, { params: { c, triggerUuid } }) })
}

export type Asked = SendInputOf<typeof triggers.estimateTrigger>['query']

export function useEstimate(c: number, asked: Asked) {
  return useRead(triggers.estimateTrigger, { params: { c }, query: asked }, { keepRows: true })
}

type Named = { id: string; name: string }

/** The chosen one is always in the list, however long that is. */
const withChosen = (list: readonly Named[], chosen: Named | null | undefined): Named[] => {
  const names = list.map(({ id, name }) => ({ id, name }))
  return chosen && !names.some((one) => one.id === chosen.id) ? [{ id: chosen.id, name: chosen.name }, ...names] : names
}

/** Text pushes, the newest first. @param q with this text in their names or messages */
export const useTextPushes = (c: number, q = '') =>
  useRead(pushes.listPushes, { params: { c }, query: { limit: CHOICE_MAX, type: 'text', ...(q !== '' && { q }) } })

/**
 * What a trigger can refer to: segments by name, text pushes, templates.
 * @param trigger undefined while it is loading
 */
export function useChoices(c: number, trigger: Trigger | undefined) {
  const named = useSegmentChoice(c, true)
  const texts = useTextPushes(c)
  const cards = useRead(templates.listTemplates, { params: { c } })
  return {
    isError: named.isError || texts.isError || cards.isError,
    error: named.error ?? texts.error ?? cards.error,
    refetch: () => void Promise.all([named.refetch(), texts.refetch(), cards.refetch()]),
    data: named.data &&
      texts.data &&
      cards.data && {
        segments: withChosen(named.data.data, trigger?.segment),
        areSegmentsLong: named.data.meta.total > named.data.data.length,
        pushes: withChosen(texts.data.data, trigger?.push),
        arePushesLong: texts.data.meta.total > texts.data.data.length,
        templates: withChosen(
          cards.data.templates.filter((one) => !one.isArchived),
          trigger?.template,
        ),
      },
  }
}
export type Choices = NonNullable<ReturnType<typeof useChoices>['data']>

/** The choices with those that a draft has chosen beyond them, once they are read. */
export function useChosenToo(
  c: number,
  choices: Choices,
  draft: { segment: string | null; push: string | null },
): Choices {
  const further = (list: readonly Named[], id: string | null) =>
    id !== null && list.every((one) => one.id !== id) ? id : null
  const segmentId = further(choices.segments, draft.segment)
  const pushUuid = further(choices.pushes, draft.push)
  const segment = useRead(segments.readSegment, segmentId === null ? null : { params: { c, segmentId } }).data
  const push = useRead(pushes.readPush, pushUuid === null ? null : { params: { c, pushUuid } }).data
  return {
    ...choices,
    segments: withChosen(choices.segments, segment),
    pushes: withChosen(choices.pushes, push),
  }
}
