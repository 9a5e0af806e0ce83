import { beforeEach, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { integration } from '../../../contract/business/integration.ts'
import { at, connect, newClient, openCrmServer, read, server, shop, sync } from '../../../test/crm-story.ts'
import { query } from '../../../test/direct-access.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { foldStandings } from './standings-sql.ts'

openCrmServer()

/** Counted as it was before there were counts. */
async function recount(): Promise<number> {
  const [row] = await query<{ total: number }>(
    server,
    `select count(*)::int as total from clients cl join integrations i on i.cabinet_id = cl.cabinet_id
     left join crm_clients cc on cc.cabinet_id = cl.cabinet_id and cc.client_id = cl.id
     where cl.cabinet_id = $1 and cl.archived_at is null and i.begun_at is not null
       and coalesce(cc.is_write, i.is_write) and coalesce(cc.written_version, 0) < cl.version`,
    [shop.c],
  )
  return row?.total ?? 0
}
const kept = async () => (await read()).current?.unsynced
const listed = async () =>
  (await shop.owner.send(clients.listClients, { params: at(), query: { crm: 'waiting', limit: 5 } })).meta.total

/** A change by chance, always the same one for the same seed. */
function openChance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

describe('the kept count of clients that wait', () => {
  beforeEach(() => connect({ read: true, write: true, rewrite: false }))

  it.each([1, 2, 3])('is what a recount says, after whatever happens to clients and links (%i)', async (seed) => {
    const chance = openChance(seed)
    const people: string[] = []
    for (let no = 0; no < 6; no++) people.push((await newClient(`Anna${no}`)).id)
    const of = (id: string) => ({ params: { ...at(), id } })
    const steps: ((id: string) => Promise<unknown>)[] = [
      (id) => query(server, 'update clients set version = version + 1 where id = $1', [id]),
      (id) => query(server, `update clients set name = name || 'x' where id = $1`, [id]),
      (id) => shop.owner.ask(erasures.archiveClient, of(id)),
      (id) => shop.owner.ask(erasures.bringBackClient, of(id)),
      (id) =>
        shop.owner.ask(integration.saveClientSync, {
          ...of(id),
          body: { read: true, write: chance(2) === 0, rewrite: false },
        }),
      (id) => query(server, 'delete from crm_clients where client_id = $1', [id]),
      (id) =>
        query(
          server,
          `insert into crm_clients (cabinet_id, client_id, written_version)
             select cabinet_id, id, $3 from clients where cabinet_id = $1 and id = $2
           on conflict (cabinet_id, client_id) do update set written_version = excluded.written_version`,
          [shop.c, id, chance(4)],
        ),
      (id) => query(server, `update crm_clients set doubt = 'several' where client_id = $1`, [id]),
      (id) => query(server, 'delete from clients where id = $1', [id]),
      async () => people.push((await newClient('New')).id),
      () => query(server, 'update integrations set is_write = not is_write where cabinet_id = $1', [shop.c]),
      () => openForWork(server.app, shop.c, foldStandings),
    ]
    for (let step = 0; step < 40; step++) {
      await steps[chance(steps.length)]?.(people[chance(people.length)] ?? '')
      expect([step, await kept()]).toEqual([step, await recount()])
    }
    await server.drainJobs()
    expect(await kept()).toBe(await recount())
  })

  it('is folded, and says the same; who waits is listed from it', async () => {
    for (let no = 0; no < 3; no++) await newClient(`Anna${no}`)
    expect([await kept(), await listed()]).toEqual([3, 3])
    await sync()
    await server.drainJobs()
    expect([await kept(), await listed()]).toEqual([0, 0])
    const [changed] = await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1 limit 1', [
      shop.c,
    ])
    await query(server, 'update clients set version = version + 1 where id = $1', [changed?.id])
    expect([await kept(), await listed()]).toEqual([1, 1])
    await openForWork(server.app, shop.c, foldStandings)
    expect([await kept(), await listed()]).toEqual([1, 1])
    expect((await query(server, 'select from crm_standings where cabinet_id = $1', [shop.c])).length).toBeLessThan(4)
    await query(server, `update crm_clients set fault = 'Wrong' where client_id = $1`, [changed?.id])
    expect([await kept(), await listed()]).toEqual([1, 0])
  })
})
