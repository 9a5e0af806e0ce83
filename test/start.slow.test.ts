/** Ends that nobody plans: a power cut, a demo that is half there, a launcher that is gone. */
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cabinet, cabinets } from '../contract/platform/cabinets.ts'
import { users } from '../contract/platform/users.ts'
import { build } from '../scripts/build.ts'
import { until } from './until.ts'
import { request } from './people.ts'
import { clearProcesses, dataFolder, demoPasswordIn, start, startProgram, untilGone, visitorOf } from './processes.ts'
import { freePorts } from './free-ports.ts'

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

test('kill -9 leaves nothing behind, and the next start has every row and does what was under way', async () => {
  const dataDir = dataFolder()
  const settings = { PORT: String(await freePorts()), DATA_DIR: dataDir }
  const silent = createServer()
  const letterUnderWay = new Promise((done) => silent.once('connection', done))
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const first = await start({
    ...settings,
    SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
  }).ready()
  expect((await request(first, users.signUp, { body: newcomer('nina@mail.example') })).status).toBe(201)
  await letterUnderWay
  first.child.kill('SIGKILL')
  await first.exited

  const second = await start(settings).ready()
  silent.close()
  const headers = await visitorOf(second)
  await until(
    async () => (await (await fetch(`${second.url}/outside/mail/`, { headers })).text()).includes('nina@mail.example'),
    'the letter',
  )
  expect((await request(second, users.login, { body: { email: 'nina@mail.example', password: 'wrong' } })).status).toBe(
    422,
  )
  second.child.kill('SIGKILL')
  await second.exited
  await untilGone(dataDir)
})

test('a demo that was killed half way is gone on with by the next start', async () => {
  const dataDir = dataFolder()
  const settings = { PORT: String(await freePorts()), DATA_DIR: dataDir, DEMO: '1' }
  const first = start(settings)
  await until(
    async () =>
      fetch(`${first.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'listening',
  )
  first.child.kill('SIGKILL')
  await first.exited
  const second = await start(settings).ready()
  const login = await request(second, users.login, {
    body: { email: 'anna@kartoteka.example', password: demoPasswordIn(dataDir) },
  })
  const { body } = await request(second, cabinets.listCabinets, {}, (login.body.data as { token: string }).token)
  expect((body.data as Cabinet[]).map(({ domain, cards }) => `${domain} ${cards}`).toSorted()).toEqual([
    'coffee-lab 176',
    'hotel-sever 72',
    'salon-vera 84',
  ])
})

test('a server whose npm was killed outright stops', async () => {
  const dataDir = dataFolder()
  const port = String(await freePorts())
  const program = `
    const { spawn } = require('node:child_process')
    const start = ${JSON.stringify(join(import.meta.dirname, '../scripts/start.ts'))}
    spawn(process.execPath, [start], { stdio: 'inherit' })`
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
  )
  await untilGone(dataDir)
})
