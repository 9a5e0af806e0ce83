/**
 * Triggers of the soak, made and switched by staff through the API: each round takes away what the one before has made
 * and makes it anew, so that again and again one is for everybody.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Call } from '../contract/call.ts'
import { templates } from '../contract/cards/templates.ts'
import { type Criterion, segments } from '../contract/people/segments.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { type Trigger, type TriggerInput, triggers } from '../contract/reach/triggers.ts'
import { request, type Shop } from '../test/people.ts'
import { plainTrigger } from '../test/plain-trigger.ts'
import type { Installation } from './installation.ts'

const LOOK_MS = 20
/** Points that a till's client comes to during the soak, in minor units. */
const ENTRY_MINOR = 200

class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`refused: ${status}`)
    this.status = status
  }
}

/** @returns what is asked in each round: the status of the last call, or of the one that was refused */
export async function openTriggers({ webUrl }: Installation, { c, owner, template }: Shop) {
  const ask = async <T>(call: Call, input: Parameters<typeof request>[2]): Promise<T> => {
    const { status, body } = await request({ url: webUrl }, call, input, owner.token)
    if (status >= 400) throw new Refused(status)
    return body.data as T
  }
  const segmentOf = async (name: string, criterion: Criterion): Promise<string> => {
    const { id, version } = await owner.send(segments.createSegment, { params: { c } })
    const body = { name, match: 'all' as const, criteria: [criterion], version }
    await owner.send(segments.saveSegment, { params: { c, segmentId: id }, body })
    return id
  }
  const women = await segmentOf('Women', { kind: 'sex', operator: 'is', value: 'female' })
  const regulars = await segmentOf('Regulars', { kind: 'bonus', operator: 'gte', value: ENTRY_MINOR })
  const { id: other } = await owner.send(templates.copyTemplate, { params: { c, uuid: template } })

  const makePush = async (no: number): Promise<string> => {
    const body = { name: `By itself ${no}`, message: 'Cake for {cardholder}', templates: [template, other] }
    return (await ask<{ id: string }>(pushes.createPush, { params: { c, pushType: 'text' }, body })).id
  }
  const make = async (input: Partial<TriggerInput>) => {
    const { id, version } = await ask<Trigger>(triggers.createTrigger, { params: { c } })
    const of = { params: { c, triggerUuid: id } }
    await ask(triggers.saveTrigger, { ...of, body: { ...plainTrigger, ...input, version } })
    return of
  }
  type Made = Awaited<ReturnType<typeof make>>
  /** One for everybody has had the time between two rounds. Its push may still be sent: then it stays. */
  const takeAway = async (of: Made): Promise<void> => {
    const { lastRun } = await ask<Trigger>(triggers.readTrigger, of)
    if (lastRun === null) throw new Error('it did not come to its end')
    await ask(triggers.removeTrigger, of).catch((error: unknown) => {
      if (!(error instanceof Refused && error.status === 412)) throw error
    })
  }
  /** @param work makes what the next round takes away */
  const inRounds = (work: (no: number, before: Made | undefined) => Promise<Made>) => {
    let before: Made | undefined
    return async (no: number): Promise<number> => {
      try {
        before = await work(no, before)
        return 200
      } catch (error) {
        if (error instanceof Refused) return error.status
        throw error
      }
    }
  }
  return {
    'trigger, a message to a segment': inRounds(async (no, before) => {
      if (before) await takeAway(before)
      const push = await makePush(no)
      return make({ name: `Cake ${no}`, activation: 'now', action: 'push', push, segment: women })
    }),
    'trigger, another card for everybody': inRounds(async (no, before) => {
      if (before) await takeAway(before)
      const input = { template: no % 2 === 0 ? other : template }
      return make({ name: `Design ${no}`, activation: 'now', action: 'template', ...input })
    }),
    'trigger, for those who come to have points': inRounds(async (no, before) => {
      const of =
        before ??
        (await make({
          name: 'Regular',
          activation: 'input',
          action: 'push',
          push: await makePush(no),
          segment: regulars,
        }))
      // Turned on again it starts without a memory, with all who are in the segment.
      for (const isActive of [false, true]) await ask(triggers.switchTrigger, { ...of, body: { isActive } })
      return of
    }),
  }
}

/** From and until, as `performance.now()` has them. */
export type Span = { from: number; to: number }

const UNDER_WAY = `select
  exists (select from pgboss.job where name = 'run-triggers' and state = 'active'
    and (data ->> 'cabinetId')::bigint = $1) as pass,
  exists (select from push_audiences where cabinet_id = $1) as audience`

/** When a trigger acts in an account, and when the audience of a push or a trigger is being fixed. */
export async function watchPasses({ server }: Installation, { c }: Shop) {
  const client = new pg.Client(server.connection)
  await client.connect()
  const spans: Record<'pass' | 'audience', Span[]> = { pass: [], audience: [] }
  const open: Record<'pass' | 'audience', Span | undefined> = { pass: undefined, audience: undefined }
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      const from = performance.now()
      const { rows } = await client.query<Record<'pass' | 'audience', boolean>>(UNDER_WAY, [c])
      for (const what of ['pass', 'audience'] as const) {
        const span = rows[0]?.[what] ? (open[what] ?? { from, to: from }) : undefined
        if (span && !open[what]) spans[what].push(span)
        if (span) span.to = performance.now()
        open[what] = span
      }
      await sleep(LOOK_MS)
    }
  })()
  return {
    spans,
    async end() {
      isOver = true
      await looking
      await client.end()
    },
  }
}
