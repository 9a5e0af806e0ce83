import { expect, it } from 'vitest'
import { clientOf, newClient, openCrmServer, server } from '../../../test/crm-story.ts'
import { query } from '../../../test/direct-access.ts'
import { ask, connectTill, openTill } from '../../../test/till-server.ts'
import type { Serve } from '../../engines/crm/serve.ts'

openCrmServer()
const till = openTill()

/** Far above what a till waits, and below the 10 s that everybody else waits for a connection. */
const IN_TIME_MS = 8_000

async function anna() {
  const { id } = await newClient('Anna')
  await query(server, 'update clients set bonus_minor = 10000 where id = $1', [id])
  return id
}
const documentOf = (holderId: string) => ({
  id: `check of ${holderId}`,
  place: 'Hall',
  number: '41',
  moves: [{ holderId, amount: 'bonus' as const, deltaMinor: -30_00 }],
  purchases: [],
})
const pointsOf = async (id: string) => (await clientOf(id)).bonusMinor

async function expectNotInTime(address: string, id: string): Promise<void> {
  const beganMs = performance.now()
  expect(await ask(address, { document: documentOf(id) })).toMatchObject({ status: 503, value: 'away' })
  expect(performance.now() - beganMs).toBeLessThan(IN_TIME_MS)
}

/** It is sent again after the refusal, and done then for the first time. */
async function expectDoneOnce(address: string, id: string): Promise<void> {
  expect(await pointsOf(id)).toBe(100_00)
  expect((await ask(address, { document: documentOf(id) })).value).toMatchObject({ kind: 'done', isRepeat: false })
  expect(await pointsOf(id)).toBe(70_00)
}

it('a till is answered in time while no connection to the database is free', async () => {
  const address = await connectTill()
  const id = await anna()
  const { db, pools } = server.app.database
  const gate = Promise.withResolvers<void>()
  const { max } = pools().calls
  let held = 0
  const holders = Array.from({ length: max }, () =>
    db.connection().execute(() => {
      held++
      return gate.promise
    }),
  )
  await expect.poll(() => held).toBe(max)
  await expectNotInTime(address, id)
  gate.resolve()
  await Promise.all(holders)
  await expect.poll(() => pools().calls.waiting).toBe(0)
  await expectDoneOnce(address, id)
})

it('what was settled too late is taken back', async () => {
  const address = await connectTill()
  const id = await anna()
  const gate = Promise.withResolvers<void>()
  const { answer } = till.serve
  const slow: Serve['answer'] = async (...asked) => {
    const done = await answer(...asked)
    await gate.promise
    return done
  }
  Object.assign(till.serve, { answer: slow })
  try {
    await expectNotInTime(address, id)
  } finally {
    Object.assign(till.serve, { answer })
    gate.resolve()
  }
  await expect
    .poll(() => query(server, `select from pg_locks where mode = 'RowExclusiveLock' and pid <> pg_backend_pid()`))
    .toEqual([])
  await expectDoneOnce(address, id)
})
