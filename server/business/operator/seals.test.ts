import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { operator } from '../../../contract/business/operator.ts'
import { users } from '../../../contract/platform/users.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { type Person, signIn } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { APP_ROLE, SCHEDULER_ROLE } from '../../base/logins.ts'
import type { Job } from '../../base/app.ts'
import type { Nothing } from '../../base/jobs.ts'
import { checkAuditLog, sealAuditLog } from './jobs.ts'

let server: TestServer
let desk: Person
beforeAll(async () => {
  server = await startTestServer()
  desk = await signIn(server, 'Desk')
  await query(server, 'update users set superuser = true where email = $1', [desk.email])
})
afterAll(() => server?.close())

const run = (job: Job<Nothing>) => job.handle(server.app, {})
const proof = () => desk.send(operator.readAuditLogProof)
const count = async (table: string) =>
  Number((await query<{ count: string }>(server, `select count(*) from ${table}`))[0]?.count)
const act = () => desk.send(users.saveLanguage, { body: { lang: 'en' } })
const row = async () =>
  (await query<{ id: string }>(server, 'select id from audit_log order by at desc, id limit 1'))[0]?.id ?? ''

beforeEach(async () => {
  await query(server, 'truncate audit_log, audit_seals, audit_sealed, audit_checks')
  await act()
  await act()
  await run(sealAuditLog)
  await act()
})

it('shows nothing before the first check, and after it how many rows are unchanged', async () => {
  expect(await proof()).toBeNull()
  await run(checkAuditLog)
  expect(await proof()).toEqual({ checkedAt: expect.any(String), rows: 3, fault: null })
  expect(await count('audit_seals')).toBe(2)
})

it('makes one chain however many workers seal at the same time, and no seal over nothing', async () => {
  await Promise.allSettled(Array.from({ length: 8 }, () => run(sealAuditLog)))
  await run(sealAuditLog)
  expect([await count('audit_seals'), await count('audit_sealed')]).toEqual([2, 3])
  await run(checkAuditLog)
  expect((await proof())?.fault).toBeNull()
})

it('takes up a row whose transaction ended after a younger one was sealed', async () => {
  await run(sealAuditLog)
  await query(
    server,
    `insert into audit_log
      select gen_random_uuid(), at - interval '1 minute', user_id, via, call, method, path,
      about_cabinet, ip, request_id, status from audit_log order by at limit 1`,
  )
  await run(checkAuditLog)
  expect(await proof()).toMatchObject({ rows: 4, fault: null })
})

const TAMPERING: [string, string, (id: string) => Promise<unknown>][] = [
  [
    'a row that was changed',
    'rows_changed',
    (id) => query(server, `update audit_log set ip = '10.0.0.1' where id = $1`, [id]),
  ],
  [
    'a row that was removed',
    'rows_changed',
    async (id) => {
      await query(server, 'delete from audit_sealed where row_id = $1', [id])
      await query(server, 'delete from audit_log where id = $1', [id])
    },
  ],
  [
    'a row that was exchanged under its seal',
    'rows_changed',
    async (id) => {
      await query(
        server,
        `insert into audit_log
          select gen_random_uuid(), at, user_id, via, 'users.me', method, path,
          about_cabinet, ip, request_id, status from audit_log where id = $1`,
        [id],
      )
      await query(
        server,
        `update audit_sealed set row_id = (select id from audit_log where call = 'users.me') where row_id = $1`,
        [id],
      )
    },
  ],
  [
    'a seal that was removed with all its rows',
    'seal_missing',
    async () => {
      const ids = await query<{ row_id: string }>(server, 'delete from audit_sealed where seal = 1 returning row_id')
      await query(server, 'delete from audit_log where id = any($1)', [ids.map((one) => one.row_id)])
      await query(server, 'delete from audit_seals where number = 1')
    },
  ],
  [
    'seals that were numbered anew after one was removed',
    'rows_changed',
    async () => {
      await query(server, 'delete from audit_sealed where seal = 1')
      await query(server, 'delete from audit_seals where number = 1')
      await query(server, 'insert into audit_seals select 1, sealed_at, rows, mac from audit_seals where number = 2')
      await query(server, 'update audit_sealed set seal = 1')
      await query(server, 'delete from audit_seals where number = 2')
    },
  ],
  [
    'a row of days ago that nobody wrote',
    'rows_added',
    () =>
      query(
        server,
        `insert into audit_log
          select gen_random_uuid(), at - interval '3 days', user_id, via, call, method, path,
          about_cabinet, ip, request_id, status from audit_log order by at limit 1`,
      ),
  ],
]

it.each(TAMPERING)('finds %s', async (_, fault, tamper) => {
  await run(sealAuditLog)
  await tamper(await row())
  await run(checkAuditLog)
  expect((await proof())?.fault).toBe(fault)
})

it('cannot be written by the server that is sealed, and not be rewritten by the one who seals', async () => {
  const may = (role: string, table: string, what: string) =>
    query(server, 'select has_table_privilege($1, $2, $3) as may', [role, table, what])
  for (const table of ['audit_seals', 'audit_sealed', 'audit_checks']) {
    for (const what of ['select', 'insert', 'update', 'delete', 'truncate'])
      expect([table, what, ...(await may(APP_ROLE, table, what))]).toEqual([table, what, { may: false }])
    for (const what of ['update', 'delete', 'truncate'])
      expect([table, what, ...(await may(SCHEDULER_ROLE, table, what))]).toEqual([table, what, { may: false }])
  }
})

it('seals what has come while no worker ran for days', async () => {
  server.passTime(3 * DAY_MS)
  await act()
  await run(checkAuditLog)
  expect(await proof()).toMatchObject({ rows: 4, fault: null })
})
