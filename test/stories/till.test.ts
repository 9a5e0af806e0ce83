import { describe, expect, it } from 'vitest'
import { CAREFUL_POLICY } from '../../contract/business/crm-meeting.ts'
import { integration } from '../../contract/business/integration.ts'
import { clients } from '../../contract/people/clients.ts'
import { holders } from '../../contract/reach/holders.ts'
import { until } from '../until.ts'
import { axeFaults } from './axe.ts'
import { appears } from './browser.ts'
import { card, complaints, office, openTillStory, phone, server, shop, till } from './till-story.ts'

const TEL = '+420601980001'

/** One person at the till of the CRM, in the back office, and with a phone of a customer. */
describe('a till beside the back office', () => {
  openTillStory('Mona', TEL)
  const params = () => ({ params: { c: shop.c } })
  const anna = async () =>
    (await shop.owner.send(clients.listClients, { ...params(), query: { q: 'Anna' } })).data[0]?.bonusMinor
  const points = () => till.locator('.amount strong')

  it('adds a guest whom the CRM then has, and shows how to connect it', async () => {
    await till.goto(`${server.url}/outside/crm/`)
    expect(await axeFaults(till)).toEqual([])
    await till.getByRole('link', { name: /^URL/ }).click()
    await till.getByLabel('Name').fill('Anna Novak')
    await till.getByLabel('Phone', { exact: true }).fill(TEL)
    await till.getByRole('button', { name: 'Add guest' }).click()
    await appears(till.getByRole('heading', { name: 'Anna Novak' }))
    expect(await axeFaults(till)).toEqual([])
    await till.getByRole('link', { name: '← URL' }).click()
    expect(await axeFaults(till)).toEqual([])
    const access = await till.locator('section', { hasText: 'To connect it' }).locator('dd').allInnerTexts()
    expect(access).toEqual([`${server.url}/outside/crm/url`, 'emulated-key'])
    await shop.owner.send(integration.saveIntegration, {
      ...params(),
      body: {
        type: 'url',
        settings: { server: access[0] ?? '', password: access[1] ?? '' },
        flags: { read: true, write: true, rewrite: false },
        version: 0,
      },
    })
    await shop.owner.send(integration.activateIntegration, params())
    const state = async () => (await shop.owner.send(integration.readMeeting, { ...params(), query: {} }))?.state
    await until(async () => (await state()) === 'done', 'everybody is looked up')
    await shop.owner.send(integration.beginExchange, { ...params(), body: { policy: CAREFUL_POLICY } })
  })

  it('puts the card on a phone', async () => {
    await phone.goto(`${server.url}/phone`)
    const iphone = phone.getByRole('region', { name: 'iPhone' })
    await iphone.getByRole('button', { name: 'Home screen' }).click()
    await iphone.getByRole('button', { name: 'Browser' }).click()
    await iphone.getByLabel('Address').fill(card)
    await iphone.getByRole('button', { name: 'Open', exact: true }).click()
    await iphone.getByRole('button', { name: 'Add', exact: true }).click()
    await iphone.getByRole('button', { name: 'Lock or unlock' }).click()
  })

  const sell = async (sum: string, paid: string) => {
    await till.getByLabel('Price').fill(sum)
    await till.getByLabel('Of it paid with points').fill(paid)
    await till.getByRole('button', { name: 'Sell' }).click()
  }
  const receive = async () => {
    await office.bringToFront()
    await office.getByRole('button', { name: 'Receive now' }).click()
  }

  it('sells at the till, and the card on the phone has the points after the next reading', async () => {
    await office.goto(`${server.url}/#/${shop.domain}/integration`)
    await till.bringToFront()
    await till.getByRole('link', { name: /Anna Novak/ }).click()
    await sell('500', '0')
    await expect.poll(() => points().innerText()).toBe('25.00')
    await receive()
    await expect.poll(anna).toBe(25_00)
    await phone.bringToFront()
    await appears(phone.getByText('You now have 25 points'))
  })

  it('refunds it, and the points go again', async () => {
    await till.bringToFront()
    await till.getByRole('button', { name: 'Refund 500.00' }).click()
    await expect.poll(() => points().innerText()).toBe('0.00')
    await receive()
    await expect.poll(anna).toBe(0)
  })

  it('gives points in the back office, and the till shows them by itself', async () => {
    const [client] = (await shop.owner.send(clients.listClients, { ...params(), query: { q: 'Anna' } })).data
    await shop.owner.send(holders.changeAmount, {
      params: { c: shop.c, id: client?.id ?? '' },
      body: { kind: 'bonus', action: 'add', amount: 30_00 },
    })
    await receive()
    await till.bringToFront()
    await expect.poll(() => points().innerText(), { timeout: 20_000 }).toBe('30.00')
  })

  it('takes the CRM away, and the back office says so until it is back', async () => {
    await till.getByRole('link', { name: '← URL' }).click()
    await till.getByLabel('Is away (503)').check()
    await till.getByRole('button', { name: 'Switch' }).click()
    await expect.poll(() => till.getByLabel('Is away (503)').isChecked()).toBe(true)
    await receive()
    const fault = async () => (await shop.owner.send(integration.readIntegration, params())).current?.fault?.code
    await expect.poll(fault).toBe('connection_lost')
    await till.bringToFront()
    await till.getByLabel('Works').check()
    await till.getByRole('button', { name: 'Switch' }).click()
    await receive()
    await expect.poll(fault).toBe(undefined)
    expect(complaints).toEqual([])
  })
})
