/** A shop whose CRM knows one of its clients twice and refuses another one. */
import type { UrlShop } from '../../server/engines/crm/url/emulator/emulator.ts'
import { CAREFUL_POLICY } from '../../contract/business/crm-meeting.ts'
import { variables } from '../../contract/cards/variables.ts'
import { integration } from '../../contract/business/integration.ts'
import { query, setPlan } from '../direct-access.ts'
import { openShop, type Person } from '../people.ts'
import { takeCard } from '../phones.ts'
import type { TestServer } from '../server.ts'
import { until } from '../until.ts'
import type { BringingScreens } from './screen-bring.ts'
import type { Screen } from './screen-list.ts'

const PHONES = ['+420601990001', '+420601990002', '+420601990003'] as const
const AT = '#/tilda-shop/integration'

/** @returns the owner */
export async function addDesk(server: TestServer): Promise<Person> {
  const { owner, c, formUrl } = await openShop(server, 'Tilda')
  await setPlan(server, c, 'base')
  const { customers } = server.outside.crms.of<UrlShop>('url')
  for (const [place, tel] of PHONES.entries())
    await takeCard(server, formUrl, { name: ['Adele', 'Bruno', 'Cecil'][place] ?? '', tel })
  customers.set('K-1001', { customerId: 'K-1001', phone: PHONES[0], name: 'Adele', surname: 'Foster', bonus: 120 })
  customers.set('K-1002', { customerId: 'K-1002', phone: PHONES[0], name: 'A.', cardNumbers: ['000777'], bonus: 15.5 })
  await query(server, `update clients set tel = '+000000000' where cabinet_id = $1 and name = 'Bruno'`, [c])
  await owner.send(integration.saveIntegration, {
    params: { c },
    body: {
      type: 'url',
      settings: { server: `${server.url}/outside/crm/url`, password: 'emulated-key' },
      flags: { read: true, write: true, rewrite: false },
      version: 0,
    },
  })
  server.outside.crms
    .of<UrlShop>('url')
    .books.fields.push(
      { id: 'roast', name: 'Favourite roast', kind: 'text', isWritable: true },
      { id: 'since', name: 'Regular since', kind: 'date', isWritable: false },
    )
  for (const [name, description] of [
    ['roast', 'Favourite roast'],
    ['milk', ''],
  ] as const)
    await owner.send(variables.createVariable, { params: { c }, body: { name, defaultValue: '', description } })
  await owner.send(integration.activateIntegration, { params: { c } })
  const meeting = () => owner.send(integration.readMeeting, { params: { c }, query: {} })
  await until(async () => (await meeting())?.state === 'done', 'everybody is looked up')
  await owner.send(integration.beginExchange, { params: { c }, body: { policy: CAREFUL_POLICY } })
  await owner.send(integration.syncClients, { params: { c } })
  const status = () => owner.send(integration.syncStatus, { params: { c } })
  await until(async () => (await status()).state === 'done', 'the first sync ends')
  return owner
}

const openChoice: NonNullable<Screen['act']> = async (page) => {
  // Closes what the screen before has left open.
  await page.keyboard.press('Escape')
  await page.locator('main section[aria-labelledby=desk-title] li button[aria-haspopup=dialog]').first().click()
  await page.locator('[role=dialog] section').first().waitFor()
}

const openRequests: NonNullable<Screen['act']> = async (page) => {
  await page.locator('main [data-requests] button').click()
  await page.locator('[role=dialog] li code').first().waitFor()
}

const openFields: NonNullable<Screen['act']> = async (page) => {
  await page.locator('main [data-fields] button').first().click()
  await page.locator('main [data-fields] li').first().waitFor()
}

export const deskScreens = (): Screen[] => [
  { name: 'system, clients in trouble', path: AT },
  { name: 'system, field map', path: AT, act: openFields },
  { name: 'system, last requests', path: AT, act: openRequests, isOver: true },
  { name: 'system, who a client is there', path: AT, act: openChoice, isOver: true },
]

export const bringingScreens = ({ ready, checked, stopped }: BringingScreens): Screen[] => [
  { name: 'system, bring its clients', path: '#/vera-shop/integration' },
  { name: 'import from a CRM, options', path: `#/vera-shop/clients/import/${ready}` },
  { name: 'import from a CRM, preview', path: `#/vera-shop/clients/import/${checked}` },
  { name: 'import from a CRM, stopped', path: `#/vera-shop/clients/import/${stopped}` },
]
