import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Iiko, IIKO, openEmulator } from './emulator/emulator.ts'
import type { Category } from '../connector.ts'
import { addClient, once, runSuite, someClient } from '../../../../test/connector-suite.ts'
import { type CrmHttp, openCrmHttp } from '../crm-http.ts'
import { whoIs } from '../who-is.ts'
import { Guest } from './client.ts'
import { connector } from './iiko-transport.ts'
import { categoryChanges, foundOf } from './mapping.ts'

const settings = (server: string) => ({
  server,
  login: 'api-login',
  organizationId: IIKO.organization,
  bonusProgram: IIKO.program,
})
const guestsOf = (iiko: Iiko, tel: string) => [...iiko.guests.values()].filter((one) => one.phone === tel)

runSuite(connector, (prefix) => {
  const iiko = openEmulator(prefix, { apiLogin: 'api-login' })
  return {
    handler: iiko.router.handler,
    setTroubles: iiko.router.setTroubles,
    settings,
    wrong: [
      { settings: (right) => ({ ...right, login: 'another' }), fault: 'wrong_login', field: 'login' },
      {
        settings: (right) => ({ ...right, organizationId: 'another' }),
        fault: 'wrong_program',
        field: 'organizationId',
      },
      { settings: (right) => ({ ...right, organizationId: '' }), fault: 'wrong_program', field: 'organizationId' },
      { settings: (right) => ({ ...right, bonusProgram: 'another' }), fault: 'wrong_program', field: 'bonusProgram' },
    ],
    bonusOf: (tel) => guestsOf(iiko, tel)[0] && Math.round((guestsOf(iiko, tel)[0]?.wallet ?? 0) * 100),
    countOf: (tel) => guestsOf(iiko, tel).length,
    setBonus: (tel, minor) => iiko.setBalance(tel, minor / 100),
    refused: { tel: '+000000000' },
  }
})

const [silver, gold, app] = IIKO.categories
const CATEGORIES: Category[] = [
  { ...silver, type: 'discount', percent: 5 },
  { ...gold, type: 'discount', percent: 10 },
  { ...app, type: 'set', percent: 0 },
]

describe('iiko alone', () => {
  let iiko: Iiko
  let http: CrmHttp
  let at = ''
  const server = createServer((request, response) => iiko.router.handler(request, response))
  beforeAll(async () => {
    iiko = openEmulator('/iiko', { apiLogin: 'api-login' })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/iiko`
    http = openCrmHttp({ vendor: 'test', trustedPlaces: [at] })
  })
  afterAll(async () => {
    await new Promise((closed) => server.close(closed))
  })
  const open = (categories: readonly Category[] = []) =>
    connector.open({ settings: connector.settings.parse(settings(at)), http, groups: categories })

  it('offers organizations, and programmes once one is chosen', async () => {
    expect(await open().checkLogin()).toEqual({
      organizationId: [{ id: IIKO.organization, name: 'Hotel restaurant' }],
      bonusProgram: [{ id: IIKO.program, name: 'Loyalty programme' }],
    })
    const blank = connector.open({
      settings: connector.settings.parse({ server: at, login: 'api-login' }),
      http,
      groups: [],
    })
    expect((await blank.checkLogin()).bonusProgram).toEqual([])
    expect(await open().listGroups?.('')).toEqual(IIKO.categories)
  })

  it('gives the category of a discount, takes the others, and reads it back as the discount', async () => {
    const verbs = open(CATEGORIES)
    const { crmId } = await verbs.create(someClient(), { discountHundredths: 500 }, once())
    const guest = () => iiko.guests.get(crmId)?.categories.toSorted()
    expect(guest()).toEqual([silver.id, app.id].toSorted())
    const [found] = await verbs.read([{ ...someClient(), crmId }])
    for (const discountHundredths of [1000, null])
      if (found) await verbs.update(found, someClient({ crmId }), { discountHundredths }, once('two'))
    expect(guest()).toEqual([gold.id, app.id].toSorted())
    await verbs.adjust?.(crmId, { bonusMinor: 10_00 }, once('points'))
    const [read] = await open(CATEGORIES).read([{ ...someClient(), crmId }])
    expect(read).toMatchObject({
      amounts: { bonusMinor: 10_00, discountHundredths: 1000 },
      category: { name: 'Gold', bonusPercent: null },
    })
    expect((await open().read([{ ...someClient(), crmId }]))[0]?.amounts).toEqual({ bonusMinor: 10_00 })
  })

  it('finds a movement whose answer was lost on the second page and does not repeat it', async () => {
    const tel = '+79990000077'
    const client = someClient({ tel, cardNumber: '000777' })
    const crmId = await addClient(open(), client, { bonusMinor: 120_00 }, 'first')
    const guest = iiko.guests.get(crmId)
    // The till has taken from the wallet since, so the balance alone does not show that the movement is there.
    const [first] = guest?.movements ?? []
    if (first)
      guest?.movements.push(
        ...Array.from({ length: 150 }, (_, i) => ({ ...first, id: `m${i}`, comment: i === 140 ? 'lost' : 'till' })),
      )
    await open().adjust?.(crmId, { bonusMinor: 500_00 }, { id: 'lost', isRepeat: true })
    expect(guest?.wallet).toBe(120)
  })

  it('takes a new token when the old one ends before its hour', async () => {
    const verbs = open()
    await verbs.checkLogin()
    iiko.endTokens()
    await verbs.checkProgram()
  })

  it('does not take somebody else for a client because of a card number', async () => {
    await addClient(open(), someClient({ tel: '+79990000088', cardNumber: '000888' }), {}, 'eights')
    const known = { crmId: null, tel: '+79990000099', cardNumber: '000888', email: '' }
    expect(whoIs(known, await open().search(known))).toEqual({ kind: 'none', isCardTaken: true })
    const unknown = { ...known, tel: '' }
    expect(whoIs(unknown, await open().search(unknown))).toMatchObject({ found: { tel: '+79990000088' } })
  })

  it('a guest without a wallet has no points, and gets the wallet with the first ones', async () => {
    const { crmId } = await open().create(
      someClient({ tel: '+79990000066', cardNumber: '000666' }),
      { discountHundredths: null },
      once('sixes'),
    )
    const known = { ...someClient(), crmId }
    expect((await open().read([known]))[0]?.amounts).toEqual({})
    await open().adjust?.(crmId, { bonusMinor: 12_90 }, once('first points'))
    expect((await open().read([known]))[0]?.amounts).toEqual({ bonusMinor: 12_90 })
  })

  it('a phone that iiko takes for none means that there is no such guest', async () => {
    iiko.refuseUnknownPhones = true
    expect(await open().search({ crmId: null, tel: '+79990000055', cardNumber: '', email: '' })).toEqual([])
    iiko.refuseUnknownPhones = false
  })
})

describe('a guest as a client', () => {
  it('is read from the shape of the vendor', () => {
    const guest = Guest.parse({
      id: 'g1',
      name: 'Anna',
      surname: 'Tester',
      middleName: null,
      phone: '+79990000001',
      birthday: '1990-05-17 00:00:00.000',
      email: null,
      sex: 2,
      cards: [{ id: 'k', track: '1', number: '000412' }],
      categories: [{ id: gold.id, name: 'Gold', isActive: false }],
      walletBalances: [
        { id: 'other', type: 1, balance: 9 },
        { id: 'w', type: 1, balance: 150.5 },
      ],
      userData: null,
      isDeleted: false,
    })
    expect(foundOf(guest, 'w', CATEGORIES)).toEqual({
      crmId: 'g1',
      tel: '+79990000001',
      cardNumber: '000412',
      amounts: { bonusMinor: 150_50, discountHundredths: 0 },
      person: { name: 'Anna', surname: 'Tester', middlename: '', email: '', birthday: '1990-05-17', sex: 'female' },
    })
  })

  it.each([
    [500, { add: [silver.id, app.id], remove: [] }],
    [0, { add: [app.id], remove: [] }],
    [null, { add: [app.id], remove: [] }],
    [700, { add: [app.id], remove: [] }],
  ])('a new one with the discount %s gets its categories', (discount, changes) => {
    const found = categoryChanges(null, CATEGORIES, discount)
    expect([new Set(found.add), found.remove]).toEqual([new Set<string>(changes.add), changes.remove])
  })
})
