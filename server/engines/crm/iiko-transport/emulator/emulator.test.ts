import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IIKO, type Iiko, openEmulator } from './emulator.ts'

const PREFIX = '/outside/crm/iiko-transport'
const PHONE = '+79990000001'
let iiko: Iiko
let web: Server
let at: string
let token: string

type Row = { id: string; revision: number; sum: number; comment: string; whenCreated: string }
type Report = { transactions: Row[]; lastRevision: number; lastTransactionId: string; error?: string }

async function ask(path: string, body: object): Promise<Report & { token?: string }> {
  const response = await fetch(`${at}/api/1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Report
}
const loyalty = (path: string, body: object) =>
  ask(`loyalty/iiko/customer/${path}`, { organizationId: IIKO.organization, ...body })

beforeAll(async () => {
  iiko = openEmulator(PREFIX, { apiLogin: 'login' })
  web = createServer((request, response) => iiko.router.handler(request, response))
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
  at = `http://127.0.0.1:${(web.address() as AddressInfo).port}${PREFIX}`
  token = (await ask('access_token', { apiLogin: 'login' })).token ?? ''
  iiko.addGuest(PHONE, 100)
})
afterAll(() => {
  web.closeAllConnections()
  web.close()
})

describe('the report of movements', () => {
  const moment = (shiftMs: number) => new Date(Date.now() + shiftMs).toISOString().slice(0, 23).replace('T', ' ')
  const hour = { dateFrom: moment(-3_600_000), dateTo: moment(3_600_000), pageNumber: 0, pageSize: 10 }

  it('has a whole row for each movement of the days that are asked for', async () => {
    const [customerId = ''] = iiko.guests.keys()
    const movement = { customerId, walletId: IIKO.wallet, sum: 50 }
    await loyalty('wallet/topup', { ...movement, comment: 'op-1' })
    await loyalty('wallet/chargeoff', { ...movement, sum: 20.5, comment: 'op-2' })
    const report = await loyalty('transactions/by_date', { customerId, ...hour })
    expect(report.transactions).toEqual([
      expect.objectContaining({ sum: -20.5, balanceBefore: 150, balanceAfter: 129.5, comment: 'op-2' }),
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        revision: expect.any(Number),
        typeName: 'RefillWalletFromApi',
        sum: 50,
        balanceBefore: 100,
        balanceAfter: 150,
        walletId: IIKO.wallet,
        programId: IIKO.program,
        organizationId: IIKO.organization,
        comment: 'op-1',
        whenCreated: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/),
        isDelivery: null,
        isIgnored: false,
      },
    ])
    expect(report).toMatchObject({ lastTransactionId: report.transactions[0]?.id, pageSize: 10 })
    const next = await loyalty('transactions/by_date', { customerId, ...hour, pageNumber: 1, pageSize: 1 })
    expect(next.transactions.map(({ comment }) => comment)).toEqual(['op-1'])
    const before = { ...hour, dateFrom: moment(-7_200_000), dateTo: moment(-3_600_000) }
    expect((await loyalty('transactions/by_date', { customerId, ...before })).transactions).toEqual([])
    const wrong = await loyalty('transactions/by_date', { customerId, ...hour, dateFrom: '2026-08-01T10:00:00Z' })
    expect(wrong.error).toBe('Validation_Date')
  })

  it('goes on from the last revision', async () => {
    const [customerId = ''] = iiko.guests.keys()
    const all = await loyalty('transactions/by_revision', { customerId, revision: 0, pageSize: 10 })
    expect(all.transactions.map(({ comment }) => comment)).toEqual(['op-1', 'op-2'])
    const since = { customerId, revision: all.transactions[0]?.revision, pageSize: 10 }
    const later = await loyalty('transactions/by_revision', since)
    expect(later.transactions.map(({ comment }) => comment)).toEqual(['op-2'])
    const known = { ...since, revision: all.lastRevision, lastTransactionId: all.lastTransactionId }
    expect((await loyalty('transactions/by_revision', known)).transactions).toEqual([])
  })
})
