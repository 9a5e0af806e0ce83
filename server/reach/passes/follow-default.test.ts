/** A new default value of a variable, in a business with more cards than one transaction changes. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { variables } from '../../../contract/cards/variables.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, plainDesign, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { followDefault } from './follow-default.ts'
import { issuePasses } from './passes.ts'

/** Several parts of fifty. */
const CARDS = 130
const OWN = 7

let server: TestServer
let shop: Shop
let other: Shop
let motto: { id: string; name: string }
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Vera')
  other = await openShop(server, 'Wanda')
  for (const one of [shop, other]) await fill(one)
  motto = await shop.owner.send(variables.createVariable, {
    params: { c: shop.c },
    body: { name: 'motto', defaultValue: 'Hop', description: '' },
  })
  const params = { c: shop.c, uuid: shop.template }
  const { version, name } = await shop.owner.send(templates.readTemplate, { params })
  const left = { label: 'Motto', value: '{motto}', changeMessage: '' }
  const design = plainDesign({ fields: { ...plainDesign().fields, left } })
  const body = { name, version, birthdayEnabled: false, variables: {}, design }
  await shop.owner.send(templates.saveTemplate, { params, body })
})
afterAll(() => server?.close())

async function fill({ c, template }: Shop): Promise<void> {
  const made = await query<{ id: string; template_id: string }>(
    server,
    `insert into clients (cabinet_id, id, name, card_number, template_id, extra, created_at, updated_at)
     select $1, gen_random_uuid(), 'Client ' || n, 100000 + n, $2,
       case when n <= $4 then '{"motto": "Own"}'::jsonb else '{}' end, now(), now() from generate_series(1, $3::int) n
     returning id, template_id`,
    [c, template, CARDS, OWN],
  )
  await openForWork(server.app, c, (db) => issuePasses(server.app, db, made))
}
/** How many cards have a version, of those with a value of their own and of the others. */
const versions = async ({ c }: Shop = shop) =>
  Object.fromEntries(
    (
      await query<{ is_own: boolean; versions: number[] }>(
        server,
        `select cl.extra <> '{}' as is_own, array_agg(distinct p.version::int order by p.version::int) as versions
         from passes p join clients cl on cl.cabinet_id = p.cabinet_id and cl.id = p.client_id
         where p.cabinet_id = $1 group by 1`,
        [c],
      )
    ).map((row) => [row.is_own ? 'own' : 'shown', row.versions]),
  )
const save = (defaultValue: string) =>
  shop.owner.send(variables.saveVariable, {
    params: { c: shop.c, id: motto.id },
    body: { name: 'motto', defaultValue, description: '' },
  })

it('changes no card in the call, and all that show it afterwards', async () => {
  expect((await save('Hip')).cards).toBe(CARDS - OWN)
  expect(await versions()).toEqual({ own: [1], shown: [1] })
  await server.drainJobs()
  expect(await versions()).toEqual({ own: [1], shown: [2] })
  expect(await versions(other)).toEqual({ own: [1], shown: [1] })
  expect(await query(server, 'select from passes where tag < 0')).toEqual([])
})

it('goes on where a killed one has ended, and changes a card once more where it does not', async () => {
  const of = { cabinetId: shop.c, templates: [shop.template], variable: 'motto' }
  const ids = await query<{ id: string }>(server, 'select id from passes where cabinet_id = $1 order by id', [shop.c])
  await followDefault.handle(server.app, { ...of, after: ids[49]?.id ?? null })
  expect((await versions())['shown']).toEqual([2, 3])
  await followDefault.handle(server.app, { ...of, after: null })
  expect((await versions())['shown']).toEqual([3, 4])
  expect((await versions())['own']).toEqual([1])
})

it('follows when points are written in another way, too', async () => {
  const params = { c: shop.c }
  const { name, logo, firstCardNumber, plastic, points, version } = await shop.owner.send(cabinets.readGeneral, {
    params,
  })
  const before = (await versions())['own']?.[0] ?? 0
  const body = {
    name,
    logo,
    firstCardNumber,
    plastic,
    version,
    points: { ...points, hasDecimals: !points.hasDecimals },
  }
  await shop.owner.send(cabinets.saveGeneral, { params, body })
  expect((await versions())['own']).toEqual([before])
  await server.drainJobs()
  expect((await versions())['own']).toEqual([before + 1])
})
