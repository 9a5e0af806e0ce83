/** A form that checks phones by SMS, and robots that fill it in, for the tests of SMS pumping. */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { forms } from '../contract/people/forms.ts'
import { verification } from '../contract/people/verification.ts'
import { DAY_MS } from '../contract/time.ts'
import { easyProof, query, setPlan } from './direct-access.ts'
import { openShop, type Answer, type Shop } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'
import type { CabinetDb } from '../server/base/db.ts'
import { newChallenge } from '../server/people/verification/verification.ts'

export let server: TestServer

export let shop: Shop

export let callers = 0

/** So many sends share a transaction, so that five thousand take seconds. */
export const TOGETHER = 25

export async function checkPhones(formKey: string): Promise<void> {
  const params = { c: shop.c, formKey }
  const { version, settings, name } = await shop.owner.send(forms.readForm, { params })
  await shop.owner.send(forms.saveForm, {
    params,
    body: { name, template: shop.template, version, settings: { ...settings, smsCheck: true } },
  })
}

export const texts = () => shop.owner.send(verification.readTexts, { params: { c: shop.c } })

export const limit = (change: object) =>
  shop.owner.ask(verification.saveTexts, { params: { c: shop.c }, body: { linkText: '', dailyLimit: 200, ...change } })

export const outcomeOf = (response: Answer) => [response.status, response.body.error?.code ?? 'ok']

export const left = () => server.outside.smsGateway.list().length

export const counted = async () =>
  (
    await query<{ key: string }>(server, "select distinct split_part(key, '|', 1) as key from sms_budget order by 1")
  ).map(({ key }) => key)

export const proof = () => easyProof(server, shop)

/** Fills in the page as a robot does: every request comes from another address. */
export async function openPage(): Promise<(tel: string, work: string) => Promise<{ status: number; html: string }>> {
  const page = await (await fetch(shop.formUrl)).text()
  const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const hidden: Record<string, string> = Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
  server.passTime(2000)
  return async (tel, work) => {
    const body = new URLSearchParams({
      ...hidden,
      agree: 'on',
      name: 'Eva',
      tel,
      _proof: work,
    })
    const response = await fetch(new URL(action, server.url), {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: { 'x-forwarded-for': `10.7.${Math.floor(callers / 250)}.${callers++ % 250}` },
    })
    return { status: response.status, html: await response.text() }
  }
}

export const farApart = (i: number) => `+42077${String(1_000_000 + i * 10_000).slice(0, 3)}${String(1000 + i)}`

export async function solved(db: CabinetDb, formId: string): Promise<string> {
  const challenge = await newChallenge(server.app, db, formId, 0)
  return JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}

/** For the beginning of each test file about this. */
export function setUpVerifiedForm(): void {
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1' } })
    shop = await openShop(server, 'Vera')
    await setPlan(server, shop.c, 'expert')
    await shop.owner.send(verification.saveProvider, {
      params: { c: shop.c },
      body: { smsType: 'smsru', login: '', password: '', apiKey: 'emulated-key', smsFrom: 'CAFE' },
    })
    await checkPhones(shop.formKey)
  })
  afterAll(() => server?.close())
  beforeEach(async () => {
    server.passTime(DAY_MS)
    await limit({ dailyLimit: 2000, countries: ['CZ'] })
  })
}
