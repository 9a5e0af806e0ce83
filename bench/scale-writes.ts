/**
 * The heavy writes: the audience of a push to everybody, the start of a change of everybody, a filled form, and what
 * staff change.
 */
import { bulkEdits } from '../contract/reach/bulk-edits.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { query } from '../test/direct-access.ts'
import type { Shop } from '../test/people.ts'
import { fixAudience } from '../server/reach/pushes/audience.ts'
import { hiddenFields } from '../test/phones.ts'
import type { TestServer } from '../test/server.ts'
import { cpuOf, type startAsker } from './cpu.ts'
import type { BenchReport } from './report.ts'
import type { Sized } from './scale-rows.ts'
import { measureStaffWrites } from './staff-writes.ts'

const FORMS = 20
/** For an audience of 134 000, and as much more for a larger one. */
const FREEZE_SECONDS = 3
const FREEZE_CLIENTS = 134_000
/** One row for each client, in the call that starts it. */
const EDIT_SECONDS = 5
/** To finding the same cards at once and keeping nothing: 70 parts are transactions, each with what it found. */
const FREEZE_RATIO = 8
const FREEZE = `
  with audience as (
    select p.id, (row_number() over (order by p.id) - 1) / 1000 as no from passes p
    where p.cabinet_id = $1 and p.template_id = $2 and p.voided_at is null and p.ended_at is null
      and (p.google_saved_at is not null or exists (select from registrations r
        where r.cabinet_id = p.cabinet_id and r.pass_id = p.id))
      and exists (select from clients c
        where c.cabinet_id = p.cabinet_id and c.id = p.client_id and c.archived_at is null)
  ), chunks as (select no, array_agg(id) as ids from audience group by no)
  select sum(cardinality(ids)) as cards from chunks`

type Asker = ReturnType<typeof startAsker>
type Part = Pick<BenchReport, 'lines' | 'ratios'>

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** What the worker does, part by part. */
async function fixRest(server: TestServer, { c }: Shop): Promise<void> {
  const left = await query<{ id: string }>(server, 'select run_id as id from push_audiences where cabinet_id = $1', [c])
  for (const { id } of left) await fixAudience.handle(server.app, { cabinetId: c, runId: id })
}

async function freezeAudience(server: TestServer, { clients, shop }: Sized): Promise<Part> {
  const [ours, best, answers]: [number[], number[], number[]] = [[], [], []]
  for (let n = 0; n < 3; n++) {
    const push = await shop.owner.send(pushes.createPush, {
      params: { c: shop.c, pushType: 'text' },
      body: { name: `Everybody ${n}`, message: 'Soup is ready', templates: [shop.template] },
    })
    const answerMs = await timed(() => shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid: push.id } }))
    answers.push(answerMs)
    ours.push(answerMs + (await timed(() => fixRest(server, shop))))
    best.push(await timed(() => query(server, FREEZE, [shop.c, shop.template])))
  }
  const [own, bare] = [Math.min(...ours), Math.min(...best)]
  const seconds = own / 1000
  const limit = FREEZE_SECONDS * Math.max(1, clients / FREEZE_CLIENTS)
  return {
    lines: [
      `audience of a push, ${clients} clients: ${own.toFixed(0)} ms, of which the answer takes ` +
        `${Math.min(...answers).toFixed(0)}, its select alone ${bare.toFixed(0)} ms`,
    ],
    ratios: [
      {
        name: `audience of a push, ${clients}: seconds`,
        value: seconds,
        target: limit,
        ok: seconds < limit,
      },
      {
        name: `audience of a push, ${clients}: to its select alone`,
        value: own / bare,
        target: FREEZE_RATIO,
        ok: own <= FREEZE_RATIO * bare + 100,
      },
    ],
  }
}

async function startEdit({ clients, shop }: Sized): Promise<Part> {
  const action = { kind: 'amount', amount: 'bonus', action: 'add', value: 100, reason: 'Spring' } as const
  const ms = await timed(() =>
    shop.owner.send(bulkEdits.startBulkEdit, { params: { c: shop.c }, body: { rows: { of: 'all' }, action } }),
  )
  return {
    lines: [`start of a change of everybody, ${clients} clients: ${ms.toFixed(0)} ms`],
    ratios: [
      {
        name: `start of a change of everybody, ${clients}: seconds`,
        value: ms / 1000,
        target: EDIT_SECONDS,
        ok: ms / 1000 < EDIT_SECONDS,
      },
    ],
  }
}

async function pagesOf(server: TestServer, shop: Shop): Promise<string[]> {
  const bodies: string[] = []
  for (let n = 0; n < FORMS; n++) {
    const html = await (await fetch(shop.formUrl)).text()
    bodies.push(
      new URLSearchParams({
        ...hiddenFields(html),
        agree: 'on',
        name: `Visitor ${n}`,
        tel: `+420 601 ${100_000 + n}`,
      }).toString(),
    )
  }
  // Nobody fills in a form within a second.
  server.passTime(5000)
  return bodies
}

async function fillForms(server: TestServer, asker: Asker, { clients, shop }: Sized): Promise<number> {
  const bodies = await pagesOf(server, shop)
  await query(server, 'delete from tries')
  const cpu = await cpuOf(server.superuser, async () => {
    for (const body of bodies)
      await asker.ask({
        url: shop.formUrl,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        times: 1,
        body,
      })
  })
  const each = (cpu.node + cpu.postgres) / FORMS
  console.error(`a filled form, ${clients} clients: ${each.toFixed(1)} ms of CPU`)
  return each
}

export async function measureWrites(server: TestServer, asker: Asker, sizes: readonly Sized[]): Promise<Part> {
  const all: Part = { lines: [], ratios: [] }
  const add = ({ lines, ratios }: Part) => {
    for (const line of lines) console.error(line)
    all.lines.push(...lines)
    all.ratios.push(...ratios)
  }
  const filled: number[] = []
  for (const one of sizes) {
    filled.push(await fillForms(server, asker, one))
    add(await freezeAudience(server, one))
    add(await startEdit(one))
  }
  for (const one of sizes) add(await measureStaffWrites(server, one))
  for (const [no, one] of sizes.entries()) {
    const value = filled[no] ?? 0
    const smaller = filled[no - 1]
    add({
      lines: [`a filled form, ${one.clients} clients: ${value.toFixed(1)} ms of CPU`],
      ratios: [
        { name: `a filled form, ${one.clients}: ms of CPU`, value, target: 50, ok: value <= 50 },
        ...(smaller === undefined
          ? []
          : [{ name: 'a filled form: growth', value: value / smaller, target: 1.3, ok: value <= 1.3 * smaller + 3 }]),
      ],
    })
  }
  return all
}
