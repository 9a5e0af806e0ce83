import { describe, expect, it } from 'vitest'
import { CAREFUL_POLICY } from '../../contract/business/crm-meeting.ts'
import { integration } from '../../contract/business/integration.ts'
import { clients } from '../../contract/people/clients.ts'
import { purchases } from '../../contract/reach/purchases.ts'
import { until } from '../until.ts'
import { axeFaults } from './axe.ts'
import { appears } from './browser.ts'
import { card, complaints, office, openTillStory, phone, server, shop, till } from './till-story.ts'

const TEL = '+420601980002'

/** A shop whose till gives no points: the back office gives them for what is sold there. */
describe('a sale at the till, in the back office and on the phone', () => {
  openTillStory('Paula', TEL)
  const params = () => ({ params: { c: shop.c } })
  const anna = async () => (await shop.owner.send(clients.listClients, { ...params(), query: { q: 'Anna' } })).data[0]
  const points = async () => (await anna())?.bonusMinor
  const receive = async () => {
    await office.bringToFront()
    await office.goto(`${server.url}/#/${shop.domain}/integration`)
    await office.getByRole('button', { name: 'Receive now' }).click()
  }

  it('connects the till without a programme of its own', async () => {
    await till.goto(`${server.url}/outside/crm/tills/moysklad`)
    await till.getByLabel('Name').fill('Anna Novak')
    await till.getByLabel('Phone', { exact: true }).fill(TEL)
    await till.getByRole('button', { name: 'Add guest' }).click()
    await appears(till.getByRole('heading', { name: 'Anna Novak' }))
    await shop.owner.send(integration.saveIntegration, {
      ...params(),
      body: {
        type: 'moysklad',
        settings: {
          server: `${server.url}/outside/crm/moysklad`,
          login: 'admin@emulated',
          password: 'emulated-password',
          bonusProgram: '',
        },
        flags: { read: true, write: true, rewrite: false },
        version: 0,
      },
    })
    await shop.owner.send(integration.activateIntegration, params())
    const state = async () => (await shop.owner.send(integration.readMeeting, { ...params(), query: {} }))?.state
    await until(async () => (await state()) === 'done', 'everybody is looked up')
    await shop.owner.send(integration.beginExchange, { ...params(), body: { policy: CAREFUL_POLICY } })
    await shop.owner.send(integration.syncClients, params())
    await until(
      async () => (await shop.owner.send(integration.syncStatus, params())).state === 'done',
      'everybody is written',
    )
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

  it('shows what a purchase would earn, and turns it on', async () => {
    await office.goto(`${server.url}/#/${shop.domain}/integration`)
    const programme = office.getByRole('region', { name: 'Points for purchases' })
    await programme.getByLabel('Points per purchase').fill('10')
    await appears(programme.getByText(/^A purchase of .*100\.00.*EUR earns 10 points\.$/))
    expect(await axeFaults(office)).toEqual([])
    await programme.getByRole('button', { name: 'Turn on' }).click()
    await appears(programme.getByRole('button', { name: 'Turn off' }))
    // The clock of the till may be behind.
    const { since } = await shop.owner.send(purchases.readProgramme, params())
    await until(async () => Date.now() > Date.parse(since ?? ''), 'the till sells after it was turned on')
  })

  it('sells: the points are on the phone, and the purchase among the events of the client', async () => {
    await till.bringToFront()
    await till.getByLabel('Price').fill('250')
    await till.getByRole('button', { name: 'Sell' }).click()
    await appears(till.getByRole('button', { name: 'Refund 250.00' }))
    await receive()
    await expect.poll(points).toBe(25_00)
    await phone.bringToFront()
    await appears(phone.getByText('You now have 25 points'))
    await office.bringToFront()
    await office.goto(`${server.url}/#/${shop.domain}/clients/${(await anna())?.id}?tab=events`)
    await appears(office.getByText('25 points earned'))
    await appears(office.getByText('Purchase', { exact: true }))
    expect(await axeFaults(office)).toEqual([])
  })

  it('refunds it, and the points go again', async () => {
    await till.bringToFront()
    await till.getByRole('button', { name: 'Refund 250.00' }).click()
    await appears(till.getByText('refunded'))
    await receive()
    await expect.poll(points).toBe(0)
    await office.goto(`${server.url}/#/${shop.domain}/clients/${(await anna())?.id}?tab=events`)
    await office.reload()
    await appears(office.getByText('Refund', { exact: true }))
    expect(complaints).toEqual([])
  })
})
