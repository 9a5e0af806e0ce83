/** What the tests of payments share. */
import { createHash } from 'node:crypto'
import { payments } from '../contract/business/payments.ts'
import type { Person, Shop } from './people.ts'
import type { TestServer } from './server.ts'
import { query } from './direct-access.ts'

/** Credentials of a shop, none of them a default. */
export const connectPaymentShop = (operator: Person) =>
  operator.send(payments.saveSettings, {
    body: { login: 'shop', password1: 'one', password2: 'two', hash: 'sha512', isTest: true, version: 0 },
  })

export const start = (shop: Shop, amount = 39, more: object = {}) =>
  shop.owner.send(payments.generateLink, { params: { c: shop.c }, body: { culture: 'en', amount, ...more } as never })

export const listed = async (shop: Shop) =>
  (await shop.owner.send(payments.listPayments, { params: { c: shop.c }, query: {} })).data

export const stateOf = async (shop: Shop, no: number) => (await listed(shop)).find((one) => one.no === no)?.state

/** The ledger of a business as the database has it. */
export const booked = (server: TestServer, c: number) =>
  query<{ event: string; amount: number; reference: string | null }>(
    server,
    'select event, amount_minor::int as amount, reference from transactions where cabinet_id = $1 order by no',
    [c],
  )

export const refusals = async (server: TestServer) =>
  (await query<{ reason: string }>(server, 'select reason from payment_refusals order by at')).map((one) => one.reason)

/** What the payment service sends, as a form. */
export async function callResult(
  url: string,
  fields: Readonly<Record<string, string>> | URLSearchParams,
  method: 'GET' | 'POST' = 'POST',
): Promise<{ status: number; text: string }> {
  const body = new URLSearchParams(fields as Record<string, string>)
  const address = `${url}/payments/robokassa/result`
  const response =
    method === 'POST' ? await fetch(address, { method: 'POST', body }) : await fetch(`${address}?${body}`)
  return { status: response.status, text: await response.text() }
}

/** A result as the service signs it, with any part of it changed. */
export function signedResult(
  link: string,
  password2: string,
  change: Record<string, string> = {},
): Record<string, string> {
  const { searchParams } = new URL(link)
  const own = Object.fromEntries([...searchParams].filter(([name]) => name.startsWith('Shp_')))
  const fields: Record<string, string> = {
    OutSum: `${searchParams.get('OutSum')}0000`,
    InvId: searchParams.get('InvId') ?? '',
    ...own,
    ...change,
  }
  const signed = Object.keys(fields)
    .filter((name) => name.startsWith('Shp_'))
    .sort()
    .map((name) => `${name}=${fields[name]}`)
  const text = [fields.OutSum, fields.InvId, password2, ...signed].join(':')
  return { ...fields, SignatureValue: createHash('sha256').update(text).digest('hex'), ...change }
}
