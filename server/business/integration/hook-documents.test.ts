import { beforeEach, expect, it } from 'vitest'
import { integration } from '../../../contract/business/integration.ts'
import { at, begin, clientOf, newClient, openCrmServer, server, shop, sync } from '../../../test/crm-story.ts'
import { query } from '../../../test/direct-access.ts'
import { KEYS, type Moysklad } from '../../engines/crm/moysklad/emulator/emulator.ts'
import { moveBonus } from '../../engines/crm/moysklad/emulator/buyers.ts'

openCrmServer()
const moysklad = () => server.outside.crms.of<Moysklad>('moysklad')
beforeEach(() => {
  moysklad().buyers.clear()
  moysklad().books.webhooks = []
})

it('an event about a movement of points leads to whom they belong, and the card follows', async () => {
  const anna = await newClient('Anna')
  await shop.owner.send(integration.saveIntegration, {
    params: at(),
    body: {
      type: 'moysklad',
      settings: {
        server: `${server.url}/outside/crm/moysklad`,
        login: KEYS.login,
        password: KEYS.password,
        bonusProgram: moysklad().program,
      },
      flags: { read: true, write: true, rewrite: false },
      version: 0,
    },
  })
  await shop.owner.send(integration.activateIntegration, { params: at() })
  await begin()
  await sync()
  await server.drainJobs()
  expect(moysklad().books.webhooks).toHaveLength(4)
  await moysklad().gun.settled()
  await server.drainJobs()
  await query(server, 'delete from crm_hook_events')
  const [buyer] = [...moysklad().buyers.values()]
  moveBonus(
    {
      agent: { meta: { href: `/entity/counterparty/${buyer?.id}` } },
      bonusProgram: { meta: { href: `/entity/bonusprogram/${moysklad().program}` } },
      transactionType: 'EARNING',
      bonusValue: 12,
    },
    moysklad().books,
  )
  await moysklad().gun.settled()
  await server.drainJobs()
  expect(await clientOf(anna.id)).toMatchObject({ bonusMinor: 12_00 })
  const hooks = await shop.owner.send(integration.readCrmHooks, { params: at() })
  expect(hooks?.events.map(({ state, clients }) => [state, clients])).toEqual([['done', 1]])
})
