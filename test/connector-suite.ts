/** What every connector must do: the same tests for each, against its emulated vendor. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Category, Client, Connector, Delta, Operation, Settings, Verbs } from '../server/engines/crm/connector.ts'
import { whoIs } from '../server/engines/crm/who-is.ts'
import { everybodyTests } from './everybody-suite.ts'
import { purchaseTests, type SuiteReceipt } from './purchase-suite.ts'
import { Misconfigured, Rejected, Unreachable } from '../server/engines/crm/troubles.ts'
import { type CrmHttp, openCrmHttp } from '../server/engines/crm/crm-http.ts'
import { type ConsentVendor, describeConsent } from './connector-consent.ts'
import { describeEvents, type EventVendor } from './connector-events.ts'
import { openMemoryIndex } from './memory-index.ts'

type Troubles = {
  throttled?: number
  isDown?: boolean
  lostWrites?: number
  lostBefore?: number
  html?: boolean
  torn?: boolean
  redirect?: string | null
  slowMs?: number
  endless?: boolean
}

/** An emulated vendor, new for each test. */
export type Vendor = {
  handler(request: IncomingMessage, response: ServerResponse): void
  setTroubles(troubles: Troubles): void
  /** Right settings. @param at address of the vendor */
  settings(at: string): Settings
  wrong: { settings(right: Settings): Settings; fault: Misconfigured['fault']; field: string }[]
  /** Bonus of the client at the vendor, in minor units; undefined when there is no such client. */
  bonusOf(tel: string): number | undefined
  countOf(tel: string): number
  /** Gives the client another bonus, as a till would. */
  setBonus(tel: string, minor: number): void
  /**
   * Adds so many others that the wanted client is on the second page; the wanted client has this
   * phone.
   */
  fillPages?(tel: string): void
  /** Sells something, gives it back or writes a document anew, as a till would; left out: it has no purchases. */
  keepReceipt?(receipt: SuiteReceipt): void
  /** Adds somebody, or changes who has this number, as people there would. Of a vendor that lists everybody. */
  put?(no: number, name: string): void
  /** A client the vendor refuses. */
  refused?: Partial<Client>
  /** Of a connector with `access`. */
  consent?: ConsentVendor
  /** Of a connector with `hooks`. */
  events?: EventVendor
}

export const someClient = (change: Partial<Client> = {}): Client => ({
  id: '6a5f0000-0000-4000-8000-000000000001',
  crmId: null,
  name: 'Anna',
  surname: 'Tester',
  middlename: '',
  birthday: '1990-05-17',
  sex: 'female',
  email: 'anna@example.test',
  tel: '+79990000001',
  cardNumber: '000412',
  cardTrack: '',
  promoCode: '',
  cardUrl: 'https://cards.example.test/c/abc',
  ...change,
})

export const once = (id = 'operation-1'): Operation => ({ id, isRepeat: false })
const NO_LEVEL = { discountHundredths: null }

/** Adds a client and gives it a bonus, as an exchange does. */
export async function addClient(
  verbs: Verbs,
  client = someClient(),
  delta: Delta = { bonusMinor: 120_00 },
  id = 'operation-1',
): Promise<string> {
  const { crmId } = await verbs.create(client, NO_LEVEL, once(`${id}|new`))
  await verbs.adjust?.(crmId, delta, once(id))
  return crmId
}

const nobody = { crmId: null, tel: '+79998887766', cardNumber: '999999', email: 'nobody@example.test' }

export function runSuite(
  connector: Connector,
  openVendor: (prefix: string) => Vendor,
  categories: readonly Category[] = [],
): void {
  describe(`${connector.name}: what every connector does`, () => {
    let vendor: Vendor
    let http: CrmHttp
    let at: string
    const prefix = `/outside/crm/${connector.name}`
    const server = createServer((request, response) => vendor.handler(request, response))
    beforeAll(async () => {
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      at = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`
      http = openCrmHttp({ vendor: 'test', trustedPlaces: [at], totalMs: 1500 })
    })
    beforeEach(() => {
      vendor = openVendor(prefix)
      index = openMemoryIndex()
    })
    afterAll(async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    })

    let index = openMemoryIndex()
    const open = (settings: Settings = vendor.settings(at)): Verbs =>
      connector.open({ settings: connector.settings.parse(settings), http, groups: categories, index })
    /** Who only reads points gets them from the till. */
    const addWithBonus = async (): Promise<string> => {
      const crmId = await addClient(open())
      if (!open().adjust) vendor.setBonus(someClient().tel, 120_00)
      return crmId
    }
    const caught = async (work: Promise<unknown>): Promise<unknown> =>
      work.then(
        () => {
          throw new Error('it was expected to fail')
        },
        (error: unknown) => error,
      )

    it('finds the right login and programme right', async () => {
      const verbs = open()
      await verbs.checkLogin()
      await verbs.checkProgram()
    })

    it('tells which setting is wrong, and of what', async () => {
      expect(vendor.wrong.length).toBeGreaterThan(0)
      for (const { settings, fault, field } of vendor.wrong) {
        const verbs = open(settings(vendor.settings(at)))
        const error = await caught(verbs.checkLogin().then(() => verbs.checkProgram()))
        expect(error).toBeInstanceOf(Misconfigured)
        expect(error).toMatchObject({ fault, field })
      }
    })

    it('a wrong login stops a write too', async () => {
      const wrong = vendor.wrong[0] as Vendor['wrong'][number]
      expect(await caught(addClient(open(wrong.settings(vendor.settings(at)))))).toBeInstanceOf(Misconfigured)
      expect(vendor.countOf(someClient().tel)).toBe(0)
    })

    it('an unknown client is none, and is read as none', async () => {
      expect(await open().search(nobody)).toEqual([])
      expect(await open().read([{ ...nobody, crmId: null }])).toEqual([])
    })

    it('adds a client once, finds it by phone, and reads what the till changed', async () => {
      const crmId = await addWithBonus()
      expect([vendor.countOf(someClient().tel), vendor.bonusOf(someClient().tel)]).toEqual([1, 120_00])
      const found = await open().search({ ...nobody, tel: someClient().tel })
      expect(whoIs(someClient(), found)).toMatchObject({ kind: 'same', found: { crmId, tel: someClient().tel } })
      vendor.setBonus(someClient().tel, 75_50)
      const [read] = await open().read([{ ...someClient(), crmId }])
      expect(read).toMatchObject({ crmId, amounts: { bonusMinor: 75_50 } })
    })

    it('moves an amount up and down from what the till has left, and never sets it', async () => {
      if (!open().adjust) return
      const crmId = await addClient(open())
      vendor.setBonus(someClient().tel, 30_00)
      await open().adjust?.(crmId, { bonusMinor: 20_00 }, once('up'))
      expect(vendor.bonusOf(someClient().tel)).toBe(50_00)
      await open().adjust?.(crmId, { bonusMinor: -45_00 }, once('down'))
      expect(vendor.bonusOf(someClient().tel)).toBe(5_00)
      await open().adjust?.(crmId, {}, once('nothing'))
      expect(vendor.bonusOf(someClient().tel)).toBe(5_00)
    })

    it('an update moves no amount and erases nothing with blanks', async () => {
      const crmId = await addWithBonus()
      const [found] = await open().search({ ...nobody, tel: someClient().tel })
      const blank = someClient({ crmId, name: '', surname: '', email: '', birthday: null, sex: null, cardNumber: '' })
      expect(found && (await open().update(found, blank, NO_LEVEL, once('blank')))).toBe(true)
      const [after] = await open().search({ ...nobody, tel: someClient().tel })
      expect(after?.person).toEqual(found?.person)
      expect(vendor.bonusOf(someClient().tel)).toBe(120_00)
    })

    it('an update of one that is gone adds nobody', async () => {
      const gone = { crmId: '00000000-0000-4000-8000-00000000dead', tel: '', cardNumber: '', person: {}, amounts: {} }
      expect(await open().update(gone, someClient({ crmId: gone.crmId }), NO_LEVEL, once())).toBe(false)
      expect(vendor.countOf(someClient().tel)).toBe(0)
    })

    it('an operation whose answer was lost is done once, however often it is tried', async () => {
      if (!open().adjust) return
      const { crmId } = await open().create(someClient(), NO_LEVEL, once('new'))
      // Every call that changes something is lost in turn.
      for (let lost = 1; lost <= 6; lost++) {
        vendor.setTroubles({ lostWrites: 1 })
        const operation = { id: 'lost', isRepeat: lost > 1 }
        const error = await open()
          .adjust?.(crmId, { bonusMinor: 120_00 }, operation)
          .catch((one: unknown) => one)
        if (!(error instanceof Error)) break
        expect(error).toBeInstanceOf(Unreachable)
        expect(error).toMatchObject({ mayHaveArrived: true })
      }
      vendor.setTroubles({})
      await open().adjust?.(crmId, { bonusMinor: 120_00 }, { id: 'lost', isRepeat: true })
      expect([vendor.countOf(someClient().tel), vendor.bonusOf(someClient().tel)]).toEqual([1, 120_00])
    })

    it('a client whose adding was lost is found by the next search', async () => {
      vendor.setTroubles({ lostWrites: 1 })
      expect(await caught(open().create(someClient(), NO_LEVEL, once('new')))).toMatchObject({ mayHaveArrived: true })
      vendor.setTroubles({})
      expect(whoIs(someClient(), await open().search(someClient()))).toMatchObject({ kind: 'same' })
    })

    it('is told apart while it throttles, is down, or answers rubbish, and goes on when it is well', async () => {
      vendor.setTroubles({ throttled: 50 })
      expect(await caught(open().search(nobody))).toMatchObject({ reason: 'throttled' })
      vendor.setTroubles({ isDown: true })
      expect(await caught(addClient(open()))).toMatchObject({ reason: 'down' })
      for (const trouble of [{ html: true }, { torn: true }, { endless: true }]) {
        vendor.setTroubles(trouble)
        const error = await caught(open().search(nobody))
        expect([error instanceof Unreachable || error instanceof Misconfigured, JSON.stringify(trouble)]).toEqual([
          true,
          JSON.stringify(trouble),
        ])
      }
      vendor.setTroubles({ redirect: 'http://127.0.0.1:9/' })
      expect(await caught(open().search(nobody))).toMatchObject({ fault: 'not_found', field: 'server' })
      vendor.setTroubles({})
      await addClient(open())
      expect(vendor.countOf('+79990000001')).toBe(1)
    })

    it('waits no longer than it must', async () => {
      vendor.setTroubles({ slowMs: 2500 })
      expect(await caught(open().search(nobody))).toMatchObject({ reason: 'connection_lost' })
    })

    it('a client that the vendor refuses is refused alone', async () => {
      if (!vendor.refused) return
      expect(await caught(addClient(open(), someClient(vendor.refused)))).toBeInstanceOf(Rejected)
    })

    purchaseTests(connector, () => ({ open, keepReceipt: vendor.keepReceipt, addClient: () => addClient(open()) }))

    it('finds what stands on page two', async () => {
      if (!vendor.fillPages) return
      vendor.fillPages('+79990000001')
      const verbs = open()
      const found: string[] = []
      if (verbs.changes) {
        for (let [cursor, isEnd] = ['', false]; !isEnd;) {
          const page = await verbs.changes(cursor)
          if (!page) break
          found.push(...page.found.map((one) => one.tel))
          cursor = page.next
          isEnd = page.isEnd
        }
      } else found.push(...(await verbs.search({ ...nobody, tel: '+79990000001' })).map((one) => one.tel))
      expect(found).toContain('+79990000001')
    })

    everybodyTests(connector, () => ({ open, setTroubles: vendor.setTroubles, put: vendor.put }))
    const { access, hooks } = connector
    if (access) describeConsent(access, () => ({ vendor: vendor.consent, http, at }))
    if (hooks) describeEvents(hooks, () => ({ vendor: vendor.events, open, addClient: addWithBonus }))
  })
}
