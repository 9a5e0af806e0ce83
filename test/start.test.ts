/** `npm start` from nothing to the end, with real processes. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cabinet, cabinets } from '../contract/platform/cabinets.ts'
import { users } from '../contract/platform/users.ts'
import { build } from '../scripts/build.ts'
import { until } from './behind.ts'
import { say } from './people.ts'
import { clearProcesses, dataFolder, freePorts, isGone, start, startProgram } from './processes.ts'

beforeAll(() => build())
afterAll(clearProcesses)

const newcomer = (email: string) => ({
  name: 'Nina',
  surname: 'Late',
  email,
  phone: '+420601123456',
  password: 'Right-horse-42',
  password_confirmation: 'Right-horse-42',
  consent: true,
})

/** A request whose body comes in two halves, as over a slow line. */
async function slowLogin(url: string): Promise<{ finish(): Promise<string> }> {
  const body = JSON.stringify({ email: 'anna@kartoteka.example', password: 'Coffee-2026' })
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += String(chunk)))
  const ended = new Promise<void>((done) => socket.once('close', done))
  socket.write(
    `POST /api/user/login_another HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  )
  await sleep(150)
  return {
    async finish() {
      socket.write(body.slice(10))
      await ended
      return answer
    },
  }
}

test('a start says address and logins, builds nothing twice, and SIGTERM ends requests and everything else in order', async () => {
  const dataDir = dataFolder()
  const server = await start({
    PORT: String(await freePorts()),
    DATA_DIR: dataDir,
    DEMO: '1',
    DRAIN_NOTICE_MS: '700',
  }).ready()
  expect(server.said()).not.toContain('Building')
  expect(server.said()).toMatch(/Kartoteka is running at http:\/\/localhost:\d+ /)
  expect(server.said()).toMatch(/Login +anna@kartoteka\.example +Coffee-2026/)
  expect(server.said()).not.toMatch(/warn|"level"/)
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ ok: true })

  const { pushToken } = (await (
    await fetch(`${server.url}/outside/apple/courier/register`, { method: 'POST' })
  ).json()) as { pushToken: string }
  const stream = await fetch(`${server.url}/outside/apple/courier/stream?token=${pushToken}`)
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  const login = await slowLogin(server.url)
  const askedMs = performance.now()
  server.child.kill('SIGTERM')
  await until(async () => (await fetch(`${server.url}/readyz`)).status === 503, 'not ready any more')
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  await until(
    async () =>
      fetch(`${server.url}/healthz`).then(
        () => false,
        () => true,
      ),
    'takes no more connections',
    30_000,
  )
  expect(await login.finish()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"token"/)
  expect(await stream.text()).toContain(': open')
  expect(await server.exited).toBe(0)
  expect(performance.now() - askedMs).toBeLessThan(9000)
  expect(await isGone(dataDir)).toBe(true)
})

test('kill -9 leaves nothing behind, and the next start works at once with every row and does the job that was under way', async () => {
  const dataDir = dataFolder()
  const settings = { PORT: String(await freePorts()), DATA_DIR: dataDir }
  const silent = createServer()
  const letterUnderWay = new Promise((done) => silent.once('connection', done))
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const first = await start({
    ...settings,
    SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
  }).ready()
  expect((await say(first, users.signUp, { body: newcomer('nina@mail.example') })).status).toBe(201)
  await letterUnderWay
  first.child.kill('SIGKILL')
  await first.exited

  const startedMs = performance.now()
  const second = await start(settings).ready()
  expect(performance.now() - startedMs).toBeLessThan(10_000)
  silent.close()
  await until(
    async () => (await (await fetch(`${second.url}/outside/mail/`)).text()).includes('nina@mail.example'),
    'the letter',
    30_000,
  )
  expect((await say(second, users.login, { body: { email: 'nina@mail.example', password: 'wrong' } })).status).toBe(422)
  second.child.kill('SIGKILL')
  await second.exited
  expect(await isGone(dataDir)).toBe(true)
})

test('a demo that was killed half way is gone on with by the next start', async () => {
  const settings = { PORT: String(await freePorts()), DATA_DIR: dataFolder(), DEMO: '1' }
  const first = start(settings)
  await until(
    async () =>
      fetch(`${first.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'listening',
    30_000,
  )
  first.child.kill('SIGKILL')
  await first.exited
  const second = await start(settings).ready()
  const login = await say(second, users.login, { body: { email: 'anna@kartoteka.example', password: 'Coffee-2026' } })
  const { body } = await say(second, cabinets.listCabinets, {}, (login.body.data as { token: string }).token)
  expect((body.data as Cabinet[]).map(({ domain, cards }) => `${domain} ${cards}`).toSorted()).toEqual([
    'coffee-lab 48',
    'hotel-sever 18',
    'salon-vera 24',
  ])
})

test('a server whose npm was killed outright stops by itself', async () => {
  const dataDir = dataFolder()
  const port = String(await freePorts())
  const program = `
    const { spawn } = require('node:child_process')
    spawn(process.execPath, [${JSON.stringify(join(import.meta.dirname, '../scripts/start.ts'))}], { stdio: 'inherit' })`
  const npm = await startProgram(['-e', program], {
    PORT: port,
    DATA_DIR: dataDir,
    DEMO: '0',
    npm_lifecycle_event: 'start',
  }).ready()
  npm.child.kill('SIGKILL')
  await until(
    async () =>
      fetch(`${npm.url}/healthz`).then(
        () => false,
        () => true,
      ),
    'stopped',
    30_000,
  )
  expect(await isGone(dataDir)).toBe(true)
})

test('a taken port, a wrong setting and a taken data folder are said in one sentence, and nothing stays behind', async () => {
  const dataDir = dataFolder()
  const port = await freePorts()
  const holder = createServer()
  await new Promise<void>((done) => holder.listen(port, '127.0.0.1', done))
  const refused = async (env: Record<string, string>) => {
    const one = start({ DATA_DIR: dataDir, ...env })
    expect(await one.exited).toBe(1)
    return one.said()
  }
  expect(await refused({ PORT: String(port) })).toBe(
    `Cannot start: port ${port} is taken by another program; choose a free one, such as PORT=${port + 1}.\n`,
  )
  holder.close()
  expect(await refused({ PORT: 'http' })).toBe('Cannot start: PORT must be a whole number from 0 to 65535.\n')
  expect(await refused({ ROLE: 'web', PORT: String(port) })).toMatch(/^Cannot start: ROLE=web needs DATABASE_URL/)
  expect(await refused({ ROLE: 'worker', DATABASE_URL: 'postgres://127.0.0.1:1/none' })).toMatch(
    /name SMTP_URL, SMS_LOGIN, SMS_PROVIDERS, APNS_HOST, GOOGLE_SERVICE_ACCOUNT, or run "npm run emulators"/,
  )
  const closed = await refused({ PORT: String(port), DATABASE_URL: 'postgres://user:open-sesame@127.0.0.1:1/none' })
  expect(closed).toMatch(/^Cannot start: DATABASE_URL: the database cannot be reached/)
  expect(closed).not.toContain('sesame')
  expect(await isGone(dataDir)).toBe(true)

  const server = await start({ PORT: String(port), DATA_DIR: dataDir }).ready()
  expect(await refused({ PORT: String(await freePorts()) })).toMatch(
    /^Cannot start: The data folder .* is in use by another running server \(process \d+\)\.\n$/,
  )
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  server.child.kill('SIGINT')
  server.child.kill('SIGINT')
  expect(await server.exited).toBe(0)
  expect(await isGone(dataDir)).toBe(true)
})
