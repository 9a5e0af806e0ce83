/**
 * Pushes a second to Apple's push service, which the emulator runs in its own process, beside a bare node:http2 client
 * that sends the same requests and reads only the status. Rounds alternate.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type ClientHttp2Session } from 'node:http2'
import { startApplePush, type Troubles } from '../emulators/apple-push/apple-push.ts'
import { connectApns, type ApnsConnection } from '../server/engines/wallet/apple/apns.ts'
import {
  createAuthority,
  issuePassCertificate,
  issueServerCertificate,
} from '../server/engines/wallet/apple/test-authority.ts'
import { print, type BenchReport } from './report.ts'

type Measured = { perSecond: number; cpuUs: number }
type ServeOrder = {
  caPem: string
  serverCertificatePem: string
  serverKeyPem: string
  tokens: string[]
  maxConcurrentStreams: number
}

const TOPIC = 'pass.test.bench'
const ROUNDS = 5
const PUSHES = 10_000
const BATCH = 500
const BATCHES_AT_ONCE = 2
const STREAMS = 100

export async function run(): Promise<BenchReport> {
  const authority = await createAuthority()
  const client = await issuePassCertificate(authority, { passTypeIdentifier: TOPIC, teamIdentifier: 'TESTTEAM01' })
  const tls = await issueServerCertificate(authority, ['127.0.0.1'])
  const tokens = Array.from({ length: PUSHES }, (_, index) => (index + 1).toString(16).padStart(64, '0'))
  const order: ServeOrder = {
    caPem: authority.rootPem + authority.intermediatePem,
    serverCertificatePem: tls.certificatePem,
    serverKeyPem: tls.privateKeyPem,
    tokens,
    maxConcurrentStreams: STREAMS,
  }
  const { port, child } = await startElsewhere(order)
  const apns = connectApns({ host: '127.0.0.1', port, ca: authority.rootPem, ...client })
  const session = connect(`https://127.0.0.1:${port}`, {
    ca: authority.rootPem,
    cert: client.certificatePem,
    key: client.privateKeyPem,
  })
  try {
    await once(session, 'remoteSettings')
    const modes = {
      bare: () => pushBare(session, tokens),
      ours: () => pushOurs(apns, tokens),
      troubled: () => underTroubles(child, { goawayEvery: 1000 }, () => pushOurs(apns, tokens)),
    }
    const names = Object.keys(modes) as (keyof typeof modes)[]
    const rounds: Record<keyof typeof modes, Measured[]> = { bare: [], ours: [], troubled: [] }
    for (const name of names) await modes[name]()
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of names) rounds[name].push(await measure(modes[name]))
    }
    const middle = (list: Measured[], figure: keyof Measured) =>
      list.map((one) => one[figure]).toSorted((a, b) => a - b)[Math.floor(list.length / 2)] as number
    const line = (name: string, list: Measured[]) =>
      `${name.padEnd(18)} ${middle(list, 'perSecond').toFixed(0).padStart(6)}/s   ` +
      `${middle(list, 'cpuUs').toFixed(1).padStart(5)} µs of client CPU a push`
    const ratio = (name: string, value: number, target: number) => ({ name, value, target, ok: value >= target })
    return {
      name: 'apns',
      lines: [
        `${PUSHES} pushes a round, ${ROUNDS} rounds, one connection of ${STREAMS} streams, the emulator ` +
          'in another process',
        line('bare node:http2', rounds.bare),
        line('ours', rounds.ours),
        line('ours, GOAWAYs', rounds.troubled),
      ],
      ratios: [
        ratio(
          'a GOAWAY every 1000 pushes to fair weather',
          middle(rounds.troubled, 'perSecond') / middle(rounds.ours, 'perSecond'),
          0.8,
        ),
        ratio('ours to bare node:http2', middle(rounds.ours, 'perSecond') / middle(rounds.bare, 'perSecond'), 0.7),
      ],
    }
  } finally {
    session.destroy()
    await apns.close()
    child.kill()
  }
}

async function pushOurs(apns: ApnsConnection, tokens: string[]): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < tokens.length) {
      const batch = tokens.slice(next, (next += BATCH)).map((token) => ({ token, id: randomUUID() }))
      for await (const { outcome, reason } of apns.notify(batch, TOPIC)) {
        if (outcome !== 'accepted') throw new Error(`${outcome}: ${reason}`)
      }
    }
  }
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, lane))
}

async function pushBare(session: ClientHttp2Session, tokens: string[]): Promise<void> {
  let next = 0
  const one = (token: string) =>
    new Promise<void>((resolve, reject) => {
      const id = randomUUID()
      const stream = session.request({
        ':method': 'POST',
        ':path': `/3/device/${token}`,
        'apns-topic': TOPIC,
        'apns-id': id,
        'apns-collapse-id': id,
        'apns-push-type': 'background',
        'apns-priority': '5',
        'content-length': '2',
      })
      stream.on(
        'response',
        (headers) => headers[':status'] !== 200 && reject(new Error(`status ${headers[':status']}`)),
      )
      stream.on('error', reject)
      stream.on('close', resolve)
      stream.resume()
      stream.end('{}')
    })
  const lane = async () => {
    while (next < tokens.length) await one(tokens[next++] as string)
  }
  await Promise.all(Array.from({ length: STREAMS }, lane))
}

async function measure(push: () => Promise<void>): Promise<Measured> {
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  await push()
  const { user, system } = process.cpuUsage(cpu)
  return { perSecond: (PUSHES * 1000) / (performance.now() - startedAt), cpuUs: (user + system) / PUSHES }
}

async function underTroubles(child: ChildProcess, troubles: Troubles, push: () => Promise<void>): Promise<void> {
  await ask(child, troubles)
  await push()
  await ask(child, {})
}

async function ask(child: ChildProcess, order: ServeOrder | Troubles): Promise<number> {
  child.send(order)
  return ((await once(child, 'message')) as [number])[0]
}

async function startElsewhere(order: ServeOrder): Promise<{ port: number; child: ChildProcess }> {
  const child = fork(import.meta.filename, ['serve'])
  return { port: await ask(child, order), child }
}

/** The other process: the emulator, until its parent exits. */
async function serve({ tokens, ...order }: ServeOrder): Promise<void> {
  const devices = tokens.map((token) => ({ token, goneAt: null, waiting: [] }))
  const { port, setTroubles } = await startApplePush({
    ...order,
    state: { load: async () => ({ devices }), save: async () => {} },
  })
  process.send?.(port)
  process.on('message', (troubles: Troubles) => {
    setTroubles(troubles)
    process.send?.(port)
  })
  process.on('disconnect', () => process.exit())
}

if (import.meta.main) {
  if (process.argv[2] === 'serve') process.once('message', (order) => void serve(order as ServeOrder))
  else print(await run())
}
