/** Two web and two worker processes, and the emulators as a separate process, on one DATABASE_URL. */
import { afterAll, expect, test } from 'vitest'
import { cabinets } from '../contract/platform/cabinets.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { users } from '../contract/platform/users.ts'
import { launchPostgres, type RunningPostgres } from '../scripts/postgres/launch.ts'
import { until } from './until.ts'
import { Person, request } from './people.ts'
import { fillForm, Iphone } from './phones.ts'
import { clearProcesses, dataFolder, demoPasswordIn, start, startEmulators, visitorOf } from './processes.ts'
import { freePorts } from './free-ports.ts'
import { seenFromOutside } from './seen-from-outside.ts'
import type { TestServer } from './server.ts'

let postgres: RunningPostgres | undefined
afterAll(async () => {
  await clearProcesses()
  await postgres?.stop()
})

/** Pushes that arrive on the phone's own line. */
async function listen({ url, visitor }: TestServer, pushToken: string): Promise<{ count(): number; close(): void }> {
  const end = new AbortController()
  const response = await fetch(`${url}/outside/apple/courier/stream?token=${pushToken}`, {
    signal: end.signal,
    headers: visitor,
  })
  let text = ''
  void (async () => {
    for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk as Uint8Array)
  })().catch(() => undefined)
  return { count: () => text.match(/^data:/gm)?.length ?? 0, close: () => end.abort() }
}

test('a form filled at one web process becomes a card at the other, and a push reaches the phone once', async () => {
  postgres = await launchPostgres({ throwaway: true })
  const [webPort, otherPort, emulatorsPort] = [await freePorts(), await freePorts(), await freePorts(3)]
  const shared = {
    DATABASE_URL: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(postgres.connection.host)}`,
    MASTER_KEY: 'ab'.repeat(32),
    PUBLIC_URL: `http://127.0.0.1:${webPort}`,
    EMULATORS_URL: `http://127.0.0.1:${emulatorsPort}`,
    DEMO: '1',
  }
  const dataDir = dataFolder()
  // All start at the same time on an empty database.
  const emulators = startEmulators({ ...shared, EMULATORS_PORT: String(emulatorsPort), DATA_DIR: dataFolder() })
  const web = start({ ...shared, ROLE: 'web', PORT: String(webPort), DATA_DIR: dataDir })
  const other = start({ ...shared, ROLE: 'web', PORT: String(otherPort), DATA_DIR: dataFolder() })
  const workers = [
    start({ ...shared, ROLE: 'worker', DATA_DIR: dataFolder() }),
    start({ ...shared, ROLE: 'worker', DATA_DIR: dataFolder() }),
  ]
  await Promise.all([emulators, web, other, ...workers].map((one) => one.ready()))

  // One link opens the pages of both processes: they share an address, as behind a load balancer.
  const visitor = await visitorOf(web)
  const [server, second] = [await seenFromOutside(web.url, visitor), await seenFromOutside(other.url, visitor)]
  const formUrl = `${other.url}/f/coffee-lab/welcome`
  const page = await (await fetch(formUrl)).text()
  // Robots are faster than people: the form takes nothing that comes within two seconds of its page.
  const openedMs = Date.now()
  await until(() => Date.now() > openedMs + 2500, 'a person would have filled it in')
  const sent = await fillForm(second, formUrl, { name: 'Clara', surname: 'Stone', tel: '+420 601 555 111' }, page)
  expect(sent.status).toBe(303)
  const { pathname } = new URL(sent.headers.get('location') ?? '', other.url)
  const phone = new Iphone(server)
  await phone.install(`${web.url}${pathname}/card.pkpass`)
  expect((await phone.register()).status).toBe(201)
  await phone.update()
  const line = await listen(second, phone.pushToken)
  const before = line.count()

  const login = await request(web, users.login, {
    body: { email: 'anna@kartoteka.example', password: demoPasswordIn(dataDir) },
  })
  const anna = new Person(second, 'anna', (login.body.data as { token: string }).token)
  const { data: shops } = await anna.send(cabinets.listCabinets, { query: {} })
  const c = shops.find((shop) => shop.domain === 'coffee-lab')?.id ?? 0
  const {
    data: [push],
  } = await anna.send(pushes.listPushes, { params: { c }, query: {} })
  const starts = await Promise.all(
    [server, second].map((at) =>
      request(at, pushes.startSend, { params: { c, pushUuid: push?.id ?? '' } }, anna.token),
    ),
  )
  expect(starts.filter(({ status }) => status < 300)).toHaveLength(1)
  await until(async () => line.count() > before, 'the push')
  expect(await phone.update()).toEqual(['Hi Clara Stone, today every filter coffee is 20 % off.'])
  await until(
    async () => (await anna.send(pushes.readPush, { params: { c, pushUuid: push?.id ?? '' } })).status === 'done',
    'all sent',
  )
  expect(line.count()).toBe(before + 1)
  line.close()

  for (const one of [web, other, ...workers, emulators]) one.child.kill('SIGTERM')
  expect(await Promise.all([web, other, ...workers, emulators].map((one) => one.exited))).toEqual([0, 0, 0, 0, 0])
})
