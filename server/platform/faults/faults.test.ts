import { afterAll, beforeAll, expect, it } from 'vitest'
import { faults } from '../../../contract/platform/faults.ts'
import { request } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openLog } from '../../base/log.ts'
import { withoutSecrets } from './without-secrets.ts'

let server: TestServer
const lines: Record<string, unknown>[] = []
const logged = () => lines.filter((line) => line.msg === 'a page failed in a browser')
beforeAll(async () => {
  server = await startTestServer({
    log: openLog('error', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) }),
  })
})
afterAll(() => server?.close())

const report = {
  message: 'Cannot read properties of undefined',
  stack: `TypeError: x\n at page (app.js:1:2) anna@shop.example ${'t'.repeat(43)}`,
  page: `/register/verify/${'c'.repeat(43)}`,
  version: '5.13.1',
}

it('what failed in a browser is logged, without tokens and addresses', async () => {
  expect((await request(server, faults.reportFault, { body: report })).status).toBe(200)
  expect(logged()).toEqual([
    expect.objectContaining({
      fault: 'Cannot read properties of undefined',
      page: '/register/verify/[secret]',
      version: '5.13.1',
      stack: 'TypeError: x\n at page (app.js:1:2) [e-mail] [secret]',
    }),
  ])
})

it('a page that fails in a loop fills no log', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => request(server, faults.reportFault, { body: report })),
  )
  expect([answers.filter((one) => one.status === 429).length >= 10, logged().length]).toEqual([true, 30])
})

it('an id of a thing is no secret', () => {
  expect(withoutSecrets('/coffee-lab/clients/3f2b6c1e-0000-4000-8000-000000000001')).toBe(
    '/coffee-lab/clients/3f2b6c1e-0000-4000-8000-000000000001',
  )
})
