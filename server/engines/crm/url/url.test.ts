import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmulator, type UrlShop } from './emulator/emulator.ts'
import type { Settings } from '../connector.ts'
import { addClient, runSuite, someClient, type Vendor } from '../../../../test/connector-suite.ts'
import { type CrmHttp, openCrmHttp } from '../crm-http.ts'
import { connector } from './url.ts'

function vendorOf(shop: UrlShop, settings: (at: string) => Settings, wrong: Vendor['wrong']): Vendor {
  const by = (tel: string) => [...shop.customers.values()].filter((one) => one.phone === tel)
  return {
    handler: shop.router.handler,
    setTroubles: shop.router.setTroubles,
    settings,
    wrong,
    bonusOf: (tel) => by(tel)[0] && Math.round(Number(by(tel)[0]?.bonus) * 100),
    countOf: (tel) => by(tel).length,
    setBonus: (tel, minor) => shop.change(by(tel)[0]?.customerId ?? '', { bonus: minor / 100 }),
    keepReceipt: ({ id, crmId, kind, sumMinor, at, saleId, isVoid = false }) =>
      shop.keepReceipt({ id, kind, at, sum: sumMinor / 100, customerId: crmId, isVoid, ...(saleId && { saleId }) }),
    refused: { tel: '+000000000' },
  }
}

runSuite(connector, (prefix) => {
  const shop = openEmulator(prefix, { key: 'k-123', secret: 'sign-me' })
  const settings = (at: string) => ({ server: `${at}/hook`, password: 'k-123', secret: 'sign-me' })
  return {
    ...vendorOf(shop, settings, [
      { settings: (right) => ({ ...right, password: 'k-999' }), fault: 'wrong_login', field: 'password' },
      { settings: (right) => ({ ...right, secret: 'another' }), fault: 'wrong_login', field: 'password' },
      {
        settings: (right) => ({ ...right, login: 'shop', password: 'k-999' }),
        fault: 'wrong_credentials',
        field: 'password',
      },
    ]),
    put(no, name) {
      shop.customers.set(`N-${no}`, { customerId: `N-${no}`, name, phone: `+7999100${String(no).padStart(4, '0')}` })
    },
    fillPages(tel) {
      for (let i = 0; i < 150; i++)
        shop.customers.set(`P-${i}`, { customerId: `P-${i}`, phone: i === 149 ? tel : `+7888${i}` })
      for (let i = 0; i < 150; i++) shop.change(`P-${i}`, { bonus: 1 })
    },
  }
})

describe('a receiver from before there were codes', () => {
  let shop: UrlShop
  let http: CrmHttp
  let at = ''
  const server = createServer((request, response) => shop.router.handler(request, response))
  beforeAll(async () => {
    shop = openEmulator('/crm', { key: 'k-123', legacy: true })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    http = openCrmHttp({ vendor: 'test', trustedPlaces: [at] })
  })
  afterAll(async () => {
    await new Promise((done) => server.close(done))
  })
  const open = () =>
    connector.open({
      settings: connector.settings.parse({ server: `${at}crm`, login: 'shop', password: 'k-123' }),
      http,
      groups: [],
    })

  it('is checked, written to and read, with amounts as texts', async () => {
    expect(await open().checkLogin()).toEqual({})
    const crmId = await addClient(open())
    expect(await open().read([{ ...someClient(), crmId }])).toMatchObject([
      { amounts: { bonusMinor: 120_00, discountHundredths: 0, balanceMinor: 0 } },
    ])
    expect(await open().changes?.('')).toBeNull()
    expect(await open().all?.('')).toBeNull()
    expect(await open().search(someClient())).toEqual([])
  })
})
