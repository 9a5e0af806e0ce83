/** What every walk over the contract needs: the list of calls, two whole cabinets, ways to compare answers and rows. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { ALL_ROOMS } from '../contract/all.ts'
import type { Call } from '../contract/call.ts'
import { COMMON_ERRORS } from '../contract/common-errors.ts'
import { clients } from '../contract/people/clients.ts'
import { keys } from '../contract/platform/keys.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { segments } from '../contract/people/segments.ts'
import { triggers } from '../contract/reach/triggers.ts'
import { templates } from '../contract/cards/templates.ts'
import { variables } from '../contract/cards/variables.ts'
import { setPlan } from './direct-access.ts'
import { imports } from '../contract/people/imports.ts'
import { notifications } from '../contract/platform/notifications.ts'
import { writeVisits } from '../server/people/forms/forms.ts'
import { openForWork } from '../server/platform/cabinets/cabinets.ts'
import { notify } from '../server/platform/notifications/notifications.ts'
import { fillForm } from './phones.ts'
import { openShop, request, type Person, type Answer } from './people.ts'
import { pictureOf, type Ids } from './samples.ts'
import type { TestServer } from './server.ts'
import { walledTables } from './wall-faults.ts'

export type Named = { name: string; room: string; one: Call }

/** Every call of the product as `room.call`. */
export const ALL_CALLS: readonly Named[] = Object.entries(ALL_ROOMS).flatMap(([room, calls]) =>
  Object.entries(calls as Readonly<Record<string, Call>>).map(([name, one]) => ({
    name: `${room}.${name}`,
    room,
    one,
  })),
)

export const isOfCabinet = (one: Call) => one.path.includes('{c}')
export const hasPathId = (one: Call) =>
  isOfCabinet(one) && /\{(uuid|id|formKey|pushUuid|segmentId|segmentUuid|triggerUuid)\}/.test(one.path)

export type Place = { owner: Person; ids: Ids }

/** A cabinet on the highest tariff with one of everything in it. */
export async function furnish(server: TestServer, name: string): Promise<Place> {
  const shop = await openShop(server, name)
  await setPlan(server, shop.c, 'expert')
  await fillForm(server, shop.formUrl, {
    name: `${name}guest`,
    surname: 'One',
    tel: `+42060155${String(shop.c % 10_000).padStart(4, '0')}`,
    email: `guest@${name.toLowerCase()}.example`,
  })
  const {
    data: [client],
  } = await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: {} })
  const push = await shop.owner.send(pushes.createPush, {
    params: { c: shop.c, pushType: 'text' },
    body: { name: `${name} push`, message: 'Hello', templates: [shop.template] },
  })
  const shade = createHash('sha256').update(name).digest()[0] ?? 0
  const image = await shop.owner.send(templates.uploadImage, {
    params: { c: shop.c },
    body: { slot: 'logo' },
    file: new Blob([new Uint8Array(await pictureOf('logo', shade))]),
  })
  const variable = await shop.owner.send(variables.createVariable, {
    params: { c: shop.c },
    body: { name: 'Words', defaultValue: '', description: '' },
  })
  await openForWork(server.app, shop.c, (db) =>
    notify(server.app, db, { type: 'sms_failed', detail: { provider: `${name} SMS` }, onceKey: 'walk' }),
  )
  const { newest: notice } = await shop.owner.send(notifications.countUnread, { params: { c: shop.c } })
  const key = await shop.owner.send(keys.createKey, {
    params: { c: shop.c },
    body: { name: 'Till', scopes: ['clients:read'], endsAt: null },
  })
  const { id: segmentId, version } = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
  const segment = await shop.owner.send(segments.saveSegment, {
    params: { c: shop.c, segmentId },
    body: { name: `${name} segment`, match: 'all', criteria: [{ kind: 'sex', operator: 'unknown' }], version },
  })
  const trigger = await shop.owner.send(triggers.createTrigger, { params: { c: shop.c } })
  const importFile = await shop.owner.send(imports.uploadImport, {
    params: { c: shop.c },
    body: {},
    file: new Blob(['phone\n+420601950099\n']),
  })
  return {
    owner: shop.owner,
    ids: {
      c: shop.c,
      domain: shop.domain,
      template: shop.template,
      formKey: shop.formKey,
      client: client?.id ?? '',
      push: push.id,
      image: image.id,
      variable: variable.id,
      notice: notice?.id ?? '',
      key: key.id,
      segment: segment.id,
      trigger: trigger.id,
      importFile: importFile.id,
    },
  }
}

/** The same names with nothing behind them. */
export const nowhere = (ids: Ids): Ids => ({
  ...ids,
  template: crypto.randomUUID(),
  formKey: 'no-such-form',
  client: crypto.randomUUID(),
  push: crypto.randomUUID(),
  image: crypto.randomUUID(),
  variable: crypto.randomUUID(),
  notice: crypto.randomUUID(),
  key: crypto.randomUUID(),
  segment: crypto.randomUUID(),
  trigger: crypto.randomUUID(),
  importFile: crypto.randomUUID(),
})

/** An answer without the number of its request. */
export function answerOf(answer: Answer): unknown {
  return answer.body.error ? { status: answer.status, error: { ...answer.body.error, requestId: '' } } : answer
}

/**
 * What is wrong with a refusal: an undeclared code, another status than declared, a fault of ours. Undefined when it is
 * clear.
 */
export function unclear(one: Call, answer: Answer): string | undefined {
  const code = answer.body.error?.code
  if (answer.status >= 500 && code !== 'try_again_later') return `${answer.status} ${code}`
  if (answer.status < 400) return undefined
  const declared = { ...COMMON_ERRORS, ...one.errors }[code ?? '']
  return declared === answer.status ? undefined : `${answer.status} with the undeclared code ${code}`
}

/** Sends from a new address each time, so that limits per address do not end the walk. */
let turn = 0
export function elsewhere(): Record<string, string> {
  turn++
  return { 'x-forwarded-for': `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}` }
}

/** @see request */
export const requestFromElsewhere: typeof request = (server, one, input, token, headers) =>
  request(server, one, input, token, { ...elsewhere(), ...headers })

/** As the owner of the database, whom the wall does not stop. */
export async function withOwner<T>(server: TestServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** One hash over every row of a cabinet, table by table. */
export async function rowsOf(server: TestServer, cabinetId: number): Promise<Record<string, string>> {
  // Those that are gathered would be written at any moment.
  await writeVisits(server.app)
  return withOwner(server, async (client) => {
    const hashes: Record<string, string> = {}
    for (const table of await walledTables(client)) {
      const {
        rows: [row],
      } = await client.query<{ hash: string }>(
        `select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as hash from ${table} t
          where cabinet_id = $1`,
        [cabinetId],
      )
      hashes[table] = row?.hash ?? ''
    }
    const {
      rows: [own],
    } = await client.query<{ hash: string }>('select md5(t::text) as hash from cabinets t where id = $1', [cabinetId])
    return { ...hashes, cabinets: own?.hash ?? '' }
  })
}
