/** The server behind a pooler. That PgBouncer itself does: `pooler.slow.test.ts`. */
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openShop } from '../../test/people.ts'
import { cloneDatabase, testLogin } from '../../test/postgres.ts'
import { limitSessions } from '../../test/pooled-roles.ts'
import { startTestServer } from '../../test/server.ts'
import { TEMPLATE } from '../../test/template.ts'
import { wayThrough } from './pooler.ts'

const after: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of after.splice(0).toReversed()) await end()
})

/** Passes bytes on, and keeps what each connection says first: who it is and which settings it wants. */
async function openPlace(): Promise<{ place: string; greetings: string[] }> {
  const { host, port } = testLogin(TEMPLATE)
  const greetings: string[] = []
  const server = createServer((near) => {
    const far = connect(join(host, `.s.PGSQL.${port}`))
    near.once('data', (bytes: Buffer) => greetings.push(bytes.toString('latin1')))
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after.push(() => new Promise((done) => server.close(done)))
  return { place: `127.0.0.1:${(server.address() as { port: number }).port}`, greetings }
}

it('is refused as long as its sessions have no limits, with the statements that give them', async () => {
  const { place } = await openPlace()
  const database = await cloneDatabase(TEMPLATE)
  after.push(() => database.drop())
  const way = () => wayThrough(testLogin(database.name), place)
  const refusal = await way().catch((error: Error) => error.message)
  expect(refusal).toContain(`alter role "kartoteka_test_app" set statement_timeout = '30000';`)
  expect(refusal).toContain(`alter role "kartoteka_test_worker" set lock_timeout = '10000';`)
  await limitSessions(database.name)
  expect(await way()).toMatchObject({ isPooled: true, login: { host: '127.0.0.1' } })
  await expect(wayThrough(testLogin(database.name), '127.0.0.1:1')).rejects.toThrow(/^DATABASE_POOLER: .*ECONNREFUSED/)
})

it('gets the queries, and news come past it', async () => {
  const { place, greetings } = await openPlace()
  const server = await startTestServer({
    env: { DATABASE_POOLER: place },
    works: true,
    line: async (login) => {
      await limitSessions((login as { database: string }).database)
      return login
    },
  })
  after.push(() => server.close())
  const { owner } = await openShop(server, 'Pooled')
  expect(owner).toBeDefined()
  const ofServer = (user: string) => greetings.filter((one) => one.includes(`kartoteka_test_${user}`))
  expect(ofServer('app').length).toBeGreaterThan(0)
  expect(greetings.filter((one) => one.includes('statement_timeout'))).toEqual([])
  expect(greetings.filter((one) => one.includes('kartoteka-listener') || one.includes('kartoteka-jobs'))).toEqual([])
})
