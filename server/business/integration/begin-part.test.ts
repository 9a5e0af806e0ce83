/** Clients whose first step is taken together: one who is changed before the answer is sent as they are then. */
import { expect, it } from 'vitest'
import { connect, newClient, openCrmServer, server, shop } from '../../../test/crm-story.ts'
import { query } from '../../../test/direct-access.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import type { Client, Known, Verbs } from '../../engines/crm/connector.ts'
import { connectorOf } from '../../engines/crm/crm.ts'
import { beginPart } from './begin-part.ts'
import { exchangeClient } from './exchange.ts'
import type { Crm } from './held.ts'
import { findIntegration } from './sql.ts'

openCrmServer()

const CHANGED = '+420601777123'

/** A CRM that has nobody, and remembers what it was asked. */
async function emptyCrm() {
  const connector = connectorOf('url')
  const row = await openForWork(server.app, shop.c, findIntegration)
  if (!connector || !row) throw new Error('nothing is connected')
  const [searched, added]: [Known[], Client[]] = [[], []]
  const verbs: Verbs = {
    checkLogin: async () => ({}),
    checkProgram: async () => undefined,
    search: async (known) => (searched.push(known), []),
    create: async (client) => ({ crmId: `N-${added.push(client)}` }),
    update: async () => true,
    read: async () => [],
  }
  const crm: Crm = { cabinetId: shop.c, domain: shop.domain, connector, row, verbs }
  return { crm, searched, added }
}

it('begins those who are searched for together, and anew who has changed meanwhile', async () => {
  const [anna, ben] = [await newClient('Anna'), await newClient('Ben')]
  await connect({ read: true, write: true, rewrite: false })
  const { crm, searched, added } = await emptyCrm()
  const begun = await beginPart(server.app, crm, [anna.id, ben.id])
  expect([...begun.keys()].toSorted()).toEqual([anna.id, ben.id].toSorted())
  await query(server, `update clients set name = 'Benny', tel = $2, version = version + 1 where id = $1`, [
    ben.id,
    CHANGED,
  ])
  for (const { id } of [anna, ben]) await exchangeClient(server.app, crm, id, { begun: begun.get(id) })
  expect(searched.map(({ tel }) => tel)).toEqual([anna.tel, ben.tel, CHANGED])
  expect(added.map(({ name, tel }) => [name, tel])).toEqual([
    ['Anna', anna.tel],
    ['Benny', CHANGED],
  ])
  // Those who are linked by now begin alone.
  expect([...(await beginPart(server.app, crm, [anna.id, ben.id])).keys()]).toEqual([])
})
