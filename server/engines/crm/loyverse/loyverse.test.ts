import { describe, expect, it } from 'vitest'
import { runSuite, someClient } from '../../../../test/connector-suite.ts'
import { Customer } from './client.ts'
import { connector } from './loyverse.ts'
import { KEYS, type Loyverse, openEmulator } from './emulator/emulator.ts'
import { changedCustomer, foundOf, newCustomer } from './mapping.ts'

/** Presses the button on the page of consent, as an owner does. */
async function allow(address: string): Promise<Record<string, string>> {
  const page = new URL(address)
  const body = new URLSearchParams({ ...Object.fromEntries(page.searchParams), allow: 'yes' })
  const answered = await fetch(page.origin + page.pathname, { method: 'POST', body, redirect: 'manual' })
  return Object.fromEntries(new URL(answered.headers.get('location') ?? '').searchParams)
}

const by = (shop: Loyverse, tel: string) => [...shop.customers.values()].filter((one) => one.phone_number === tel)

runSuite(connector, (prefix) => {
  const shop = openEmulator(prefix)
  const application = { clientId: KEYS.clientId, clientSecret: KEYS.clientSecret }
  return {
    handler: shop.router.handler,
    setTroubles: shop.router.setTroubles,
    settings: (server) => ({ server, password: KEYS.token }),
    wrong: [{ settings: (right) => ({ ...right, password: 'wrong' }), fault: 'wrong_login', field: 'password' }],
    bonusOf: (tel) => by(shop, tel)[0] && Math.round((by(shop, tel)[0]?.total_points ?? 0) * 100),
    countOf: (tel) => by(shop, tel).length,
    setBonus: (tel, minor) => shop.change(by(shop, tel)[0]?.id ?? '', { total_points: minor / 100 }),
    fillPages(tel) {
      for (let i = 0; i < 300; i++) shop.add({ name: `Other ${i}`, phone_number: i === 299 ? tel : `+7888000${i}` })
    },
    refused: (shop.refused.add('+79990000999'), { tel: '+79990000999' }),
    consent: {
      application,
      settings: (server) => ({ server }),
      allow,
      revoke: () => shop.consents.revoke(),
    },
    events: {
      context: { application, account: shop.merchant.id },
      async event(crmId) {
        const body = JSON.stringify({
          merchant_id: shop.merchant.id,
          type: 'customers.update',
          created_at: '2026-11-24T10:00:00.000Z',
          customers: [shop.customers.get(crmId)],
        })
        return { method: 'POST', query: {}, headers: { 'x-loyverse-signature': shop.sign(body) }, body }
      },
      addresses: () => shop.webhooks.filter((one) => one.status === 'ENABLED').map((one) => one.url),
      disable() {
        for (const one of shop.webhooks) one.status = 'DISABLED'
      },
    },
  }
})

describe('a customer as a client', () => {
  const customer = Customer.parse({
    id: 'c-1',
    name: 'Anna Maria Tester',
    email: null,
    phone_number: '8 (999) 000-00-01',
    customer_code: '000412',
    note: 'likes oat milk',
    total_points: 75.5,
    city: 'Brno',
  })

  it('is read from the shape of the vendor', () => {
    expect(foundOf(customer)).toEqual({
      crmId: 'c-1',
      tel: '+79990000001',
      cardNumber: '000412',
      person: { name: 'Anna', surname: 'Maria Tester', email: '' },
      amounts: { bonusMinor: 75_50 },
    })
  })

  it('is replaced whole, without its points, and keeps what the seller wrote', () => {
    const changed = changedCustomer(someClient({ cardNumber: '000999', email: '' }), customer)
    expect(changed).toMatchObject({
      id: 'c-1',
      name: 'Anna Tester',
      customer_code: '000412',
      city: 'Brno',
      email: null,
    })
    expect(changed).toMatchObject({ note: 'likes oat milk https://cards.example.test/c/abc' })
    expect(changed).not.toHaveProperty('total_points')
    const again = changedCustomer(someClient(), Customer.parse({ ...changed, id: 'c-1' }))
    expect(again).toMatchObject({ note: 'likes oat milk https://cards.example.test/c/abc' })
  })

  it('that has no name is added by its phone', () => {
    expect(newCustomer(someClient({ name: '', surname: '' }))).toMatchObject({ name: '+79990000001' })
  })
})

describe('the page of consent', () => {
  it('is where people log in, for the real one', () => {
    const settings = { server: 'https://api.loyverse.com' }
    const asked = { redirectUri: 'https://cards.example.test/integration/loyverse', state: 's', challenge: 'c' }
    const address = connector.access?.authorise({ settings, application: KEYS }, asked) ?? ''
    expect(new URL(address).origin).toBe('https://cloud.loyverse.com')
  })
})
