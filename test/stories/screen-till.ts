/** A restaurant whose tills ask us for its cards. */
import { integration } from '../../contract/business/integration.ts'
import { query, setPlan } from '../direct-access.ts'
import { openShop, type Person } from '../people.ts'
import type { TestServer } from '../server.ts'
import type { Screen } from './screen-list.ts'

const AT = '#/rita-shop/integration'

/** @returns the owner */
export async function addAskingTill(server: TestServer): Promise<Person> {
  const { owner, c } = await openShop(server, 'Rita')
  await setPlan(server, c, 'base')
  await owner.send(integration.saveIntegration, {
    params: { c },
    body: {
      type: 'rkeeper7',
      settings: { pays: 'bonus', bonusCode: '', discountCode: '', language: 'ru' },
      flags: { read: false, write: false, rewrite: false },
      version: 0,
    },
  })
  await owner.send(integration.activateIntegration, { params: { c } })
  await query(server, 'update crm_tills set last_call_at = $2 where cabinet_id = $1', [c, server.now()])
  return owner
}

const renew: NonNullable<Screen['act']> = async (page) => {
  await page.locator('main [data-till] button').last().click()
  await page.locator('[role=dialog] button').first().waitFor()
}

export const askingTillScreens = (): Screen[] => [
  { name: 'system, address for tills', path: AT },
  { name: 'system, another address for tills', path: AT, act: renew, isOver: true },
]
