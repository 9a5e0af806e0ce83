/** `npm start` from nothing to the end, with real processes. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from '../scripts/build.ts'
import { until } from './until.ts'
import { clearProcesses, dataFolder, demoPasswordIn, start, startProgram, untilGone, visitorOf } from './processes.ts'
import { freePorts } from './free-ports.ts'

beforeAll(() => build())
afterAll(clearProcesses)

/** A request whose body comes in two halves, as over a slow line. */
async function slowLogin(url: string, password: string): Promise<{ finish(): Promise<string> }> {
  const body = JSON.stringify({ email: 'anna@kartoteka.example', password })
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += String(chunk)))
  const ended = new Promise<void>((done) => socket.once('close', done))
  socket.write(
    [
      'POST /api/user/login_another HTTP/1.1',
      'host: x',
      'content-type: application/json',
      `content-length: ${body.length}`,
      'expect: 100-continue',
      '',
      body.slice(0, 10),
    ].join('\r\n'),
  )
  // The server answers the head of a request with "go on" as soon as it has it.
  await until(() => answer.includes('100 Continue'), 'the request is under way')
  return {
    async finish() {
      socket.write(body.slice(10))
      await ended
      return answer
    },
  }
}

test('a start prints address and logins, builds nothing twice, and SIGTERM ends everything in order', async () => {
  const dataDir = dataFolder()
  const server = start({ PORT: String(await freePorts()), DATA_DIR: dataDir, DEMO: '1', DRAIN_NOTICE_MS: '700' })
  await until(async () => (await fetch(`${server.url}/readyz`).catch(() => undefined))?.ok === true, '/readyz answers')
  expect(server.output(), 'the demo comes afterwards').not.toContain('Login ')
  await server.ready()
  expect(server.output().split('Login ')[0]).toContain('is running at')
  expect(server.output()).not.toContain('Building')
  expect(server.output()).toMatch(/Kartoteka is running at http:\/\/localhost:\d+ /)
  const password = demoPasswordIn(dataDir)
  expect(server.output()).toMatch(/Login +anna@kartoteka\.example/)
  expect(server.output()).toContain(`Password     ${password} `)
  expect(server.output()).not.toContain('Coffee-2026')
  expect(statSync(join(dataDir, 'demo-password')).mode & 0o777).toBe(0o600)
  expect(server.output()).not.toMatch(/warn|"level"/)
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ ok: true })

  expect((await fetch(`${server.url}/outside/mail/messages`)).status).toBe(403)
  const headers = await visitorOf(server)
  const { pushToken } = (await (
    await fetch(`${server.url}/outside/apple/courier/register`, { method: 'POST', headers })
  ).json()) as { pushToken: string }
  const stream = await fetch(`${server.url}/outside/apple/courier/stream?token=${pushToken}`, { headers })
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  const run = async (script: string) => {
    const one = startProgram([join(import.meta.dirname, '../scripts', script)], { DATA_DIR: dataDir })
    return { code: await one.exited, text: one.output() }
  }
  // Both work beside the running server.
  const check = await run('check.ts')
  expect(check.code).toBe(1)
  expect(check.text).toMatch(/missing +Demo +the demo is here: npm run demo:remove/)
  const login = await slowLogin(server.url, password)
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
  )
  expect(await login.finish()).toMatch(/HTTP\/1\.1 200 [\s\S]*"token"/)
  expect(await stream.text()).toContain(': open')
  expect(await server.exited).toBe(0)
  await untilGone(dataDir)
  expect(modesOf(join(dataDir, 'outside'))).toEqual(new Set([0o700, 0o600]))
  expect(await run('demo-remove.ts')).toMatchObject({ code: 0, text: expect.stringMatching(/^Removed 3 businesses/) })
  expect(existsSync(join(dataDir, 'demo-password'))).toBe(false)
  await untilGone(dataDir)
})

/** Of a folder and the files in it. */
const modesOf = (folder: string) =>
  new Set([folder, ...readdirSync(folder).map((file) => join(folder, file))].map((one) => statSync(one).mode & 0o777))

test('a taken port, a wrong setting and a taken folder get one sentence each, and nothing stays behind', async () => {
  const dataDir = dataFolder()
  const port = await freePorts()
  const holder = createServer()
  await new Promise<void>((done) => holder.listen(port, '127.0.0.1', done))
  const refused = async (env: Record<string, string>) => {
    const one = start({ DATA_DIR: dataDir, ...env })
    expect(await one.exited).toBe(1)
    return one.output()
  }
  expect(await refused({ PORT: String(port) })).toBe(
    `Cannot start: port ${port} is taken by another program; choose a free one, such as PORT=${port + 1}.\n`,
  )
  holder.close()
  expect(await refused({ PORT: 'http' })).toBe('Cannot start: PORT must be a whole number from 0 to 65535.\n')
  expect(await refused({ ROLE: 'web', PORT: String(port) })).toMatch(/^Cannot start: ROLE=web needs DATABASE_URL/)
  expect(await refused({ ROLE: 'worker', DATABASE_URL: 'postgres://127.0.0.1:1/none' })).toMatch(
    /name SMTP_URL, SMS_LOGIN, SMS_PROVIDERS, TELEGRAM, APNS_HOST, GOOGLE_SERVICE_ACCOUNT, or run "npm run emulators"/,
  )
  const closed = await refused({ PORT: String(port), DATABASE_URL: 'postgres://user:open-sesame@127.0.0.1:1/none' })
  expect(closed).toMatch(/^Cannot start: DATABASE_URL: the database cannot be reached/)
  expect(closed).not.toContain('sesame')
  await untilGone(dataDir)

  const server = await start({ PORT: String(port), DATA_DIR: dataDir }).ready()
  expect(await refused({ PORT: String(await freePorts()) })).toMatch(
    /^Cannot start: The data folder .* is in use by another running server \(process \d+\)\.\n$/,
  )
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  server.child.kill('SIGINT')
  server.child.kill('SIGINT')
  expect(await server.exited).toBe(0)
  await untilGone(dataDir)
})
