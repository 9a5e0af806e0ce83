/** What people and machines do in the soak, each kind at a steady rate, with how long it took and what was refused. */
import { setTimeout as sleep } from 'node:timers/promises'
import { overview } from '../contract/business/overview.ts'
import type { Call } from '../contract/call.ts'
import { SCOPES } from '../contract/limits.ts'
import { clients } from '../contract/people/clients.ts'
import { cabinets } from '../contract/platform/cabinets.ts'
import { keys } from '../contract/platform/keys.ts'
import { holders } from '../contract/reach/holders.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { MINUTE_MS, SECOND_MS } from '../contract/time.ts'
import { query } from '../test/direct-access.ts'
import { PASSWORD, request, type Shop } from '../test/people.ts'
import { hiddenFields } from '../test/phones.ts'
import type { Installation } from './installation.ts'
import { openTriggers, type Span } from './soak-triggers.ts'

/** One every so many milliseconds. */
const EVERY_MS = { form: 2000, till: 400, staff: 1000, push: 2 * MINUTE_MS, trigger: 3 * MINUTE_MS }
/** The first triggers come between the pushes, and not all at once. */
const FIRST_TRIGGERS_MS = [20 * SECOND_MS, 60 * SECOND_MS, 100 * SECOND_MS]
/** Nobody fills in a form within a second. */
const TYPING_MS = 1500

type Kind = { calls: Span[]; faults: Map<string, number> }
export type Done = Record<string, Kind>

/** What is due begins at its time, whether the one before has ended or not. */
async function steadily(everyMs: number, untilMs: number, work: (no: number) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>()
  const began = performance.now()
  for (let no = 0; performance.now() < untilMs; no++) {
    const one = work(no).finally(() => running.delete(one))
    running.add(one)
    await sleep(Math.max(0, Math.min(began + (no + 1) * everyMs, untilMs) - performance.now()))
  }
  await Promise.all(running)
}

/** Visitors come from everywhere: an address takes a hundred forms an hour. */
const addressOf = (no: number) => `10.${(no >> 16) & 255}.${(no >> 8) & 255}.${no & 255}`

async function fillOne(url: string, no: number): Promise<number> {
  const headers = { 'x-forwarded-for': addressOf(no) }
  const html = await (await fetch(url, { headers })).text()
  await sleep(TYPING_MS)
  const body = new URLSearchParams({
    ...hiddenFields(html),
    agree: 'on',
    name: `Visitor ${no}`,
    tel: `+420602${String(100_000 + no)}`,
  })
  const sent = await fetch(url, { method: 'POST', redirect: 'manual', body, headers })
  await sent.text()
  return sent.status
}

export async function work(installation: Installation, shop: Shop, untilMs: number): Promise<Done> {
  const { server, webUrl } = installation
  const { c, owner, template } = shop
  const web = { url: webUrl }
  const { secret } = await owner.send(keys.createKey, {
    params: { c },
    body: { name: 'Till', scopes: [...SCOPES], endsAt: null, password: PASSWORD },
  })
  const holdersOf = await query<{ id: string }>(
    server,
    'select client_id as id from passes where cabinet_id = $1 order by md5(id::text) limit 5000',
    [c],
  )
  const idOf = (no: number) => holdersOf[no % holdersOf.length]?.id ?? ''
  const triggers = await openTriggers(installation, shop)
  const done: Done = {}
  const counted = async (kind: string, one: () => Promise<number>) => {
    const { calls, faults } = (done[kind] ??= { calls: [], faults: new Map() })
    const from = performance.now()
    const status = await one().catch((error: unknown) => String(error))
    calls.push({ from, to: performance.now() })
    if (typeof status === 'string' || status >= 400) faults.set(String(status), (faults.get(String(status)) ?? 0) + 1)
  }
  const ask = async (call: Call, input: Parameters<typeof request>[2], token = owner.token) =>
    (await request(web, call, input, token)).status
  const formUrl = new URL(new URL(shop.formUrl).pathname, webUrl).href
  const reads: (() => Promise<number>)[] = [
    () => ask(clients.listClients, { params: { c }, query: { limit: 50 } }),
    () => ask(clients.listClients, { params: { c }, query: { limit: 50, q: 'Ivanova' } }),
    () => ask(overview.readOverview, { params: { c }, query: { period: '30' } }),
    () => ask(cabinets.dashboard, { params: { c } }),
    () => ask(clients.balanceHistory, { params: { c, id: idOf(7) } }),
    () => ask(pushes.listPushes, { params: { c }, query: { limit: 50 } }),
  ]
  const sendPush = async (no: number) => {
    const made = await request(
      web,
      pushes.createPush,
      {
        params: { c, pushType: 'text' },
        body: { name: `Push ${no}`, message: 'Soup for {cardholder}', templates: [template] },
      },
      owner.token,
    )
    if (made.status >= 400) return made.status
    return ask(pushes.startSend, { params: { c, pushUuid: (made.body.data as { id: string }).id } })
  }
  await Promise.all([
    steadily(EVERY_MS.form, untilMs, (no) => counted('form, with typing', () => fillOne(formUrl, no))),
    steadily(EVERY_MS.till, untilMs, (no) =>
      counted('till', () =>
        ask(
          holders.changeAmount,
          { params: { c, id: idOf(no) }, body: { kind: 'bonus', action: 'add', amount: 100 } },
          no % 2 === 0 ? secret : owner.token,
        ),
      ),
    ),
    steadily(EVERY_MS.staff, untilMs, (no) => counted('staff', reads[no % reads.length] as () => Promise<number>)),
    steadily(EVERY_MS.push, untilMs, (no) => counted('push', () => sendPush(no))),
    ...Object.entries(triggers).map(async ([kind, round], place) => {
      await sleep(FIRST_TRIGGERS_MS[place])
      await steadily(EVERY_MS.trigger, untilMs, (no) => counted(kind, () => round(no)))
    }),
  ])
  return done
}
