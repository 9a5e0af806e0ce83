import { describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { integration } from '../../../contract/business/integration.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import { makeJobsDue, query } from '../../../test/direct-access.ts'
import {
  at,
  clientOf,
  connect,
  crm,
  customerOf,
  newClient,
  noticesOf,
  read,
  server,
  shop,
  sync,
  openCrmServer,
} from '../../../test/crm-story.ts'

openCrmServer()

type Person = Awaited<ReturnType<typeof newClient>>

describe('reading back', () => {
  const both = { read: true, write: true, rewrite: false }
  const readBack = async () => {
    await server.app.jobs.enqueue(server.app.database.db as never, (await import('./reading.ts')).readAll, {})
    await server.drainJobs()
  }

  it('a bonus that the till gave is on the card, in the history and not in the next writing', async () => {
    const anna = await newClient('Anna')
    await connect(both)
    await sync()
    await server.drainJobs()
    const card = customerOf(anna.tel)
    crm().change(card?.customerId ?? '', { bonus: 12.5, discount: 7, name: 'Anne', surname: 'Adams' })
    await readBack()
    expect(await clientOf(anna.id)).toMatchObject({
      bonusMinor: 1250,
      discountHundredths: 700,
      name: 'Anna',
      surname: 'Adams',
      sync: 'synced',
    })
    const history = await shop.owner.send(clients.balanceHistory, { params: { ...at(), id: anna.id }, query: {} })
    expect(history.data.map((one) => [one.kind, one.delta, one.after, one.source])).toEqual(
      expect.arrayContaining([
        ['bonus', 1250, 1250, 'crm'],
        ['discount', 700, 700, 'crm'],
      ]),
    )
    expect((await shop.owner.send(integration.unsyncedClients, { params: at() })).total).toBe(0)
  })

  it('many that changed are taken over together: each has its own change', async () => {
    const people = []
    for (const name of ['Anna', 'Ben', 'Cleo', 'Dan', 'Eve']) people.push(await newClient(name))
    const [anna, ben, cleo, dan, eve] = people as [Person, Person, Person, Person, Person]
    await connect({ read: true, write: true, rewrite: true })
    await sync()
    await server.drainJobs()
    // Changed here meanwhile: it stays beside what the till gives, and the name waits for the day.
    await query(server, `update clients set bonus_minor = 300, name = 'Benny', version = version + 1 where id = $1`, [
      ben.id,
    ])
    const till = (one: Person, change: object) => crm().change(customerOf(one.tel)?.customerId ?? '', change)
    till(anna, { bonus: 10 })
    till(ben, { bonus: 20 })
    till(cleo, { bonus: 30, name: 'From the till' })
    till(dan, { bonus: 40, phone: '+420601777001' })
    await readBack()
    const seen = await Promise.all(people.map(({ id }) => clientOf(id)))
    expect(seen.map(({ name, tel, bonusMinor, sync: state }) => [name, tel, bonusMinor, state])).toEqual([
      ['Anna', anna.tel, 10_00, 'synced'],
      ['Benny', ben.tel, 23_00, 'waiting'],
      ['From the till', cleo.tel, 30_00, 'synced'],
      ['Dan', '+420601777001', 40_00, 'synced'],
      ['Eve', eve.tel, 0, 'synced'],
    ])
    const history = await query(
      server,
      `select c.name, e.kind, e.delta::int, e.after::int from balance_events e
       join clients c on c.id = e.client_id
       where e.cabinet_id = $1 and e.source = 'crm' order by c.name`,
      [shop.c],
    )
    expect(history.map((one) => Object.values(one))).toEqual([
      ['Anna', 'bonus', 10_00, 10_00],
      ['Benny', 'bonus', 20_00, 23_00],
      ['Dan', 'bonus', 40_00, 40_00],
      ['From the till', 'bonus', 30_00, 30_00],
    ])
    const versions = await query<{ version: number }>(
      server,
      `select p.version::int from passes p join clients c on c.id = p.client_id where c.cabinet_id = $1
       order by c.name`,
      [shop.c],
    )
    expect(versions.map(({ version }) => version > 1)).toEqual([true, true, true, false, true])
  })

  it('the CRM rewrites names only where it may, and never what waits to be written', async () => {
    const [anna, ben] = [await newClient('Anna'), await newClient('Ben')]
    await connect({ read: true, write: true, rewrite: true })
    await sync()
    await server.drainJobs()
    for (const { tel } of [anna, ben]) crm().change(customerOf(tel)?.customerId ?? '', { name: 'From the till' })
    await query(server, "update clients set name = 'Benjamin', version = version + 1 where id = $1", [ben.id])
    await readBack()
    expect([(await clientOf(anna.id)).name, (await clientOf(ben.id)).name]).toEqual(['From the till', 'Benjamin'])
  })

  it('rubbish changes nothing, and a CRM that is away is worth a notice after two hours', async () => {
    const anna = await newClient('Anna')
    await connect(both)
    await sync()
    await server.drainJobs()
    crm().change(customerOf(anna.tel)?.customerId ?? '', {
      bonus: 'much' as unknown as number,
      discount: 900,
      balance: 1e30,
    })
    await readBack()
    expect(await clientOf(anna.id)).toMatchObject({ bonusMinor: 0, discountHundredths: 0, balanceMinor: 0 })
    crm().router.setTroubles({ torn: true })
    await readBack()
    expect(await read()).toMatchObject({ status: 'active', current: { fault: { code: 'connection_lost' } } })
    expect(await noticesOf()).toEqual([])
    server.passTime(121 * MINUTE_MS)
    await readBack()
    expect(await noticesOf()).toHaveLength(1)
    crm().router.setTroubles({})
    await readBack()
    expect((await read()).current?.fault).toBeNull()
  })
})

describe('a call that breaks off again and again', () => {
  const readBack = async () => {
    await server.app.jobs.enqueue(server.app.database.db as never, (await import('./reading.ts')).readAll, {})
    await server.drainJobs()
  }
  const bonusOf = async (all: readonly Person[]) =>
    Promise.all(all.map(async ({ id }) => (await clientOf(id)).bonusMinor))
  /** Each has 10 there by now, and is to be asked for; calls about one of them break off. */
  const threeOf = async (times: number) => {
    const people: Person[] = []
    for (const name of ['Anna', 'Ben', 'Cleo']) people.push(await newClient(name))
    await connect({ read: true, write: true, rewrite: false })
    await sync()
    await server.drainJobs()
    for (const { tel } of people) Object.assign(customerOf(tel) ?? {}, { bonus: 10 })
    await query(server, 'update crm_clients set is_stale = true where cabinet_id = $1', [shop.c])
    const [first] = people.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const about = people.find((one) => one === first) as Person
    crm().router.setTroubles({ brokenAbout: { text: customerOf(about.tel)?.customerId ?? '-', times } })
    await readBack()
    return { about, others: people.filter((one) => one !== about) }
  }
  const jobsAside = () => query(server, `select from pgboss.job where name = 'read-clients-aside' and state < 'active'`)

  it('holds up nobody else, and its client is asked for before the next hour', async () => {
    const { about, others } = await threeOf(3)
    expect(await bonusOf(others)).toEqual([10_00, 10_00])
    expect(await bonusOf([about])).toEqual([0])
    expect(await jobsAside()).toHaveLength(1)
    await makeJobsDue(server)
    await server.drainJobs()
    expect(await bonusOf([about])).toEqual([10_00])
    expect(await jobsAside()).toEqual([])
  })

  it('is made again five times, after which the round of the hour asks', async () => {
    const { about } = await threeOf(1_000)
    let pauses = 0
    for (; (await jobsAside()).length > 0; pauses++) {
      await makeJobsDue(server)
      await server.drainJobs()
    }
    expect(pauses).toBe(5)
    expect(await bonusOf([about])).toEqual([0])
    crm().router.setTroubles({})
    await readBack()
    expect(await bonusOf([about])).toEqual([10_00])
  })
})
