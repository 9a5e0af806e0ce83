import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Job } from '../server/base/app.ts'
import { inTransaction } from '../server/base/db.ts'
import { sendEmail } from '../server/base/mail.ts'
import { JOBS } from '../server/rooms.ts'
import { query } from './direct-access.ts'
import { startTestServer, type TestServer } from './server.ts'

describe('figures of the queue', () => {
  let server: TestServer
  let figures: Awaited<ReturnType<TestServer['app']['jobs']['figures']>>
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server?.close())
  beforeEach(() => query(server, 'delete from pgboss.job'))

  const email = (id: string) => ({
    id,
    to: 'a@people.example',
    lang: 'en' as const,
    kind: 'reset' as const,
    values: {},
  })
  const put = (afterSeconds?: number) =>
    inTransaction(server.app.database, (tx) =>
      server.app.jobs.enqueue(tx, sendEmail, email(crypto.randomUUID()), {
        ...(afterSeconds !== undefined && { afterSeconds }),
      }),
    )
  const of = async (job: string) => {
    figures = await server.app.jobs.figures()
    return figures.find((one) => one.job === job)
  }

  it('are zeros for every kind of job when nothing waits', async () => {
    await of('')
    expect(figures.map(({ job }) => job).toSorted()).toEqual(
      (JOBS as readonly Job[]).map(({ name }) => name).toSorted(),
    )
    for (const { job, ...counts } of figures) expect([job, Object.values(counts)]).toEqual([job, [0, 0, 0, 0, 0, 0]])
  })

  it('tell what is due from what waits for its time, what runs, what failed, and what is parked', async () => {
    for (let no = 0; no < 6; no++) await put()
    await put(3600)
    const ids = (await query<{ id: string }>(server, 'select id from pgboss.job where start_after <= now()')).map(
      (row) => row.id,
    )
    await query(server, "update pgboss.job set start_after = now() - interval '90 seconds' where id = $1", [ids[0]])
    await query(server, "update pgboss.job set state = 'active' where id = $1", [ids[1]])
    await query(
      server,
      "update pgboss.job set state = 'retry', start_after = now() + interval '1 hour' where id = $1",
      [ids[2]],
    )
    await query(server, "update pgboss.job set state = 'completed' where id = $1", [ids[3]])
    await query(server, "update pgboss.job set name = 'parked', source_name = 'send-letter' where id = $1", [ids[4]])
    expect(await of('send-letter')).toEqual({
      job: 'send-letter',
      waiting: 2,
      delayed: 1,
      retrying: 1,
      active: 1,
      parked: 1,
      oldestSeconds: expect.closeTo(90, -1) as number,
    })
    expect(figures.some(({ job }) => job === 'parked' || job.startsWith('__'))).toBe(false)
  })

  it('are read by indexes of what is not done, however much is', async () => {
    await query(
      server,
      `insert into pgboss.job (name, state, completed_on)
       select 'send-letter', 'completed', now() from generate_series(1, 20000)`,
    )
    for (let no = 0; no < 20; no++) await put()
    await query(server, 'analyze pgboss.job_common')
    for (const state of ["state < 'active' and not blocked", "state = 'active'"]) {
      const plan = await query<{ 'QUERY PLAN': string }>(
        server,
        `explain select name, start_after from pgboss.job where ${state}`,
      )
      expect(plan.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan')
    }
    expect(await of('send-letter')).toMatchObject({ waiting: 20, active: 0 })
  })
})
