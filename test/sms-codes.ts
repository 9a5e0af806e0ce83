/** A shop that gets codes by SMS: what the tests of codes share. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { cabinets } from '../contract/platform/cabinets.ts'
import { codes } from '../contract/platform/codes.ts'
import { DAY_MS, HOUR_MS } from '../contract/time.ts'
import { setPlan } from './direct-access.ts'
import { openShop as openDemoShop, PASSWORD, request, type Answer, type Shop } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'

export let server: TestServer
/** The shop that asks for codes. */
export let shop: Shop
/** Counts the stories of a file. */
export let numbers = 0
/** The number of this story. */
export let phone: string

/** Days pass in these stories, and no demo lasts that long. */
export async function openShop(name: string): Promise<Shop> {
  const opened = await openDemoShop(server, name)
  await setPlan(server, opened.c, 'advanced')
  return opened
}

const TROUBLES = {
  badNumber: true,
  auth: true,
  noFunds: true,
  throttled: 1,
  status500: true,
  brokenJson: true,
  lostAnswer: true,
} as const
export const trouble = (name: keyof typeof TROUBLES) =>
  server.outside.smsGateway.setTroubles({ [name]: TROUBLES[name] })

export const send = (to = phone, from: { ip?: string; shop?: Shop } = {}) =>
  request(
    server,
    codes.sendCode,
    { body: { codeType: 'cabinet_phone', phone: to, cabinetId: (from.shop ?? shop).c, password: PASSWORD } },
    (from.shop ?? shop).owner.token,
    { 'x-forwarded-for': from.ip ?? '10.0.0.1' },
  )
export const save = (code: string, to = phone, as = shop) =>
  as.owner.ask(codes.savePhone, { params: { c: as.c }, body: { phone: to, code } })
/** Status and code of the refusal. */
export const outcome = (response: Answer) => [response.status, response.body.error?.code ?? 'ok']
export const sentTo = (to = phone) => server.outside.smsGateway.list(to)
export const codeOf = (to = phone) => /\d{4}/.exec(sentTo(to)[0]?.text ?? '')?.[0] ?? ''
export const wrongCode = (to = phone) => String((Number(codeOf(to)) + 1) % 10_000).padStart(4, '0')
export const mainPhone = async (of = shop) => (await of.owner.send(cabinets.readGeneral, { params: { c: of.c } })).phone

/** Call it first in a test file about codes. */
export function setUpCodes(): void {
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1', REQUESTS_PER_MINUTE: '1000000' } })
    shop = await openShop('Petra')
  })
  afterAll(() => server?.close())
  beforeEach(() => {
    // Each story has a neighbourhood of numbers of its own, and a fresh day.
    phone = `+42077${String(100 + numbers++)}4567`
    server.passTime(DAY_MS + HOUR_MS)
  })
  afterEach(() =>
    server.outside.smsGateway.setTroubles({
      badNumber: false,
      auth: false,
      noFunds: false,
      throttled: 0,
      status500: false,
      hang: false,
      brokenJson: false,
      lostAnswer: false,
    }),
  )
}
