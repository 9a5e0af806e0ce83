/**
 * Clients that are written to a CRM and read back: our own processor time for each, the CRM being a map in memory. It
 * must not grow with the number of clients.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { integration } from '../contract/business/integration.ts'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { NO_ABILITIES, type Connector, type Found } from '../server/engines/crm/connector.ts'
import { CONNECTORS } from '../server/engines/crm/crm.ts'
import { CAREFUL_POLICY } from '../contract/business/crm-meeting.ts'
import { setPlan } from '../test/direct-access.ts'
import { openShop } from '../test/people.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import prepareTemplate from '../test/template.ts'
import { cpuOf } from './cpu.ts'
import { print, type BenchReport } from './report.ts'

/**
 * `BENCH_CLIENTS=100000` for the whole figure. It takes an hour and more: the first writing of a client, its card
 * included, is 44 statements in five transactions, one after another: half of its time is ours, the rest waits
 * for their round trips.
 */
const MOST = Number(process.env.BENCH_CLIENTS ?? 2_000)
const FEW = Number(process.env.BENCH_FEW ?? MOST / 10)
/** Milliseconds of Node and PostgreSQL together. */
const TARGET_MS = 50
const GROWTH = 1.3
const READS_AT_ONCE = 50

const guests = new Map<string, { tel: string; bonus: number }>()
const foundOf = ([crmId, { tel, bonus }]: [string, { tel: string; bonus: number }]): Found => ({
  crmId,
  tel,
  cardNumber: '',
  person: {},
  amounts: { bonusMinor: bonus },
})
const byTel = new Map<string, string>()

/** Answers at once, a page of fifty when it reads. */
const memory: Connector = {
  name: 'poster',
  settings: z.object({}),
  abilities: { ...NO_ABILITIES, people: 'both', bonus: 'both' },
  amounts: () => ({ balance: 'none', bonus: 'both', discount: 'none', stepMinor: 1 }),
  readsAtOnce: READS_AT_ONCE,
  pace: { perSecond: 1, burst: 1, scope: 'account' },
  open: () => ({
    checkLogin: async () => ({}),
    checkProgram: async () => undefined,
    async search({ tel }) {
      const crmId = byTel.get(tel)
      const guest = crmId === undefined ? undefined : guests.get(crmId)
      return crmId !== undefined && guest ? [foundOf([crmId, guest])] : []
    },
    async create({ tel }) {
      const crmId = `G-${guests.size}`
      guests.set(crmId, { tel, bonus: 0 })
      byTel.set(tel, crmId)
      return { crmId }
    },
    update: async ({ crmId }) => guests.has(crmId),
    async adjust(crmId, { bonusMinor = 0 }) {
      const guest = guests.get(crmId)
      if (guest) guest.bonus += bonusMinor
    },
    read: async (known) =>
      known.flatMap(({ crmId }) => {
        const guest = guests.get(crmId ?? '')
        return crmId !== null && guest ? [foundOf([crmId, guest])] : []
      }),
  }),
}

type Spent = { writing: number; reading: number }

/** @returns milliseconds for each client */
async function exchange(server: TestServer, superuser: pg.Pool, name: string, clients: number): Promise<Spent> {
  guests.clear()
  byTel.clear()
  const shop = await openShop(server, name)
  await setPlan(server, shop.c, 'expert')
  await superuser.query(
    `insert into clients (cabinet_id, id, template_id, card_number, name, tel, bonus_minor, version, created_at,
       updated_at)
     select $1, gen_random_uuid(), $2, 1000 + n, 'C' || n, '+79' || lpad(n::text, 9, '0'), n % 9000, 1, now(), now()
     from generate_series(1, $3::int) n`,
    [shop.c, shop.template, clients],
  )
  await superuser.query(
    `insert into integrations (cabinet_id, id, type, settings, is_read, is_write, is_rewrite, is_on, policy, begun_at,
       created_at, updated_at)
     values ($1, gen_random_uuid(), $2, '{}', true, true, false, true, $3, now(), now(), now())`,
    [shop.c, memory.name, CAREFUL_POLICY],
  )
  await superuser.query('analyze clients, crm_clients')
  const params = { c: shop.c }
  /** @param sql counts what is done */
  const until = async (sql: string, begin: () => Promise<unknown>) => {
    const all = await cpuOf(superuser, async () => {
      await begin()
      for (let done = 0; done < clients;) {
        await sleep(500)
        done = Number((await superuser.query<{ done: string }>(sql, [shop.c])).rows[0]?.done)
      }
    })
    return (all.node + all.postgres) / clients
  }
  const writing = await until(
    'select count(*) as done from crm_clients where cabinet_id = $1 and written_version > 0 and met_at is not null',
    () => shop.owner.send(integration.syncClients, { params }),
  )
  // The reading that follows each writing has nothing to do any more.
  await sleep(5000)
  for (const guest of guests.values()) guest.bonus += 10_000
  const reading = await until(
    'select count(*) as done from clients where cabinet_id = $1 and card_number > 1000 and bonus_minor >= 10000',
    () => shop.owner.send(integration.readFromCrm, { params }),
  )
  return { writing, reading }
}

export async function run(): Promise<BenchReport> {
  const postgres = await launchPostgres({ throwaway: true })
  process.env.TEST_PG_SOCKET = postgres.connection.host
  process.env.TEST_PG_PORT = String(postgres.connection.port)
  await prepareTemplate()
  const server = await startTestServer({ works: true })
  // One connection: what it costs to look is not counted.
  const superuser = new pg.Pool({ ...server.connection, max: 1 })
  const all = CONNECTORS as Connector[]
  all.push(memory)
  try {
    const few = await exchange(server, superuser, 'Few', FEW)
    const most = await exchange(server, superuser, 'Many', MOST)
    const ms = (name: keyof Spent) => ({
      name: `${MOST} clients, ${name}: ms of ours for each`,
      value: most[name],
      target: TARGET_MS,
      ok: most[name] <= TARGET_MS,
    })
    const growth = (name: keyof Spent) => ({
      name: `${name}: a client among ${MOST} against one among ${FEW}`,
      value: most[name] / few[name],
      target: GROWTH,
      ok: most[name] / few[name] <= GROWTH,
    })
    return {
      name: 'exchange with a CRM',
      lines: [
        `${FEW} clients: written in ${few.writing.toFixed(2)} ms each, read in ${few.reading.toFixed(2)} ms each`,
      ],
      ratios: [ms('writing'), ms('reading'), growth('writing'), growth('reading')],
    }
  } finally {
    all.splice(all.indexOf(memory), 1)
    await superuser.end()
    await server.close()
    await postgres.stop()
  }
}

if (import.meta.main) print(await run())
