import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addClient, once, runSuite, someClient } from '../../../../test/connector-suite.ts'
import type { Category } from '../connector.ts'
import { type CrmHttp, openCrmHttp } from '../crm-http.ts'
import { ICARD, type IikoCard, openEmulator } from './emulator/emulator.ts'
import { connector } from './iiko-card.ts'

const OPTIONS = { login: 'user', password: 'secret' }
const settings = (server: string) => ({
  ...OPTIONS,
  server,
  organizationId: ICARD.organization,
  bonusProgram: ICARD.program,
})
const guestOf = ({ guests }: IikoCard, tel: string) => [...guests.values()].find(({ phone }) => phone === tel)

runSuite(connector, (prefix) => {
  const iiko = openEmulator(prefix, OPTIONS)
  const wallet = (tel: string) => guestOf(iiko, tel)?.wallet
  return {
    handler: iiko.router.handler,
    setTroubles: iiko.router.setTroubles,
    settings,
    wrong: [
      { settings: (right) => ({ ...right, password: 'other' }), fault: 'wrong_credentials', field: 'password' },
      { settings: (right) => ({ ...right, organizationId: '' }), fault: 'wrong_program', field: 'organizationId' },
      { settings: (right) => ({ ...right, bonusProgram: 'other' }), fault: 'wrong_program', field: 'bonusProgram' },
    ],
    bonusOf: (tel) => guestOf(iiko, tel) && Math.round((wallet(tel) ?? 0) * 100),
    countOf: (tel) => [...iiko.guests.values()].filter(({ phone }) => phone === tel).length,
    setBonus: (tel, minor) => Object.assign(guestOf(iiko, tel) ?? {}, { wallet: minor / 100 }),
    refused: { tel: '+000000000' },
  }
})

const [regular, vip] = ICARD.categories
const GROUPS: Category[] = [
  { ...regular, type: 'discount', percent: 5 },
  { ...vip, type: 'discount', percent: 10 },
]

describe('iikoCard alone', () => {
  const iiko = openEmulator('/card', OPTIONS)
  const server = createServer((request, response) => iiko.router.handler(request, response))
  let at = ''
  let http: CrmHttp
  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/card`
    http = openCrmHttp({ vendor: 'test', trustedPlaces: [at] })
  })
  afterAll(() => server.close())
  const open = (groups: readonly Category[] = []) =>
    connector.open({ settings: connector.settings.parse(settings(at)), http, groups })

  it('offers organisation and programme, and takes an address with its version', async () => {
    const typed = { ...settings(`${at}/api/0/`), bonusProgram: '' }
    const verbs = connector.open({ settings: connector.settings.parse(typed), http, groups: [] })
    expect(await verbs.checkLogin()).toEqual({
      organizationId: [{ id: ICARD.organization, name: 'Grill' }],
      bonusProgram: [{ id: ICARD.program, name: 'Loyalty' }],
    })
  })

  it('logs in again when its token has ended', async () => {
    const verbs = open()
    const crmId = await addClient(verbs)
    iiko.endTokens()
    expect(await verbs.read([{ ...someClient(), crmId }])).toMatchObject([{ crmId, amounts: { bonusMinor: 120_00 } }])
  })

  it('a discount is a category: given once, though it is given again', async () => {
    const verbs = open(GROUPS)
    const [found] = await verbs.search(someClient())
    if (!found) throw new Error('not found')
    for (const discountHundredths of [1000, 1000, 500])
      expect(await verbs.update(found, someClient(), { discountHundredths }, once())).toBe(true)
    expect(guestOf(iiko, someClient().tel)?.categories).toEqual([regular.id])
    // The guest got it at the till after he was read: the vendor refuses a second one, and nothing is wrong.
    const late: CrmHttp = {
      async send(request) {
        const answered = await http.send(request)
        const without = (value: object) => ({ ...value, categories: [] })
        const isRead = request.url.includes('get_customer')
        return isRead
          ? { ...answered, json: (shape) => shape.parse(without(answered.json(z.looseObject({})))) }
          : answered
      },
    }
    const stale = connector.open({ settings: connector.settings.parse(settings(at)), http: late, groups: GROUPS })
    expect(await stale.update(found, someClient(), { discountHundredths: 500 }, once())).toBe(true)
  })

  it('has a birthday and a card as the till shows them', async () => {
    const [found] = await open().search({ ...someClient(), tel: '' })
    expect(found).toMatchObject({ cardNumber: '000412', person: { birthday: '1990-05-17', surname: 'Tester' } })
  })
})
