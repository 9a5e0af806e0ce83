/**
 * Clients that are written to a CRM and read back: our own processor time for each, the CRM being a map in memory. It
 * must not grow with the number of clients. Writing is measured over samples in an account of the whole size: at the
 * beginning of the list, in its middle, and at its end. All are added there, which takes the most calls. Reading that
 * takes too long is measured over those who were read until then.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { integration } from '../contract/business/integration.ts'
import { MINUTE_MS } from '../contract/time.ts'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { NO_ABILITIES, type Connector, type Found } from '../server/engines/crm/connector.ts'
import { CONNECTORS } from '../server/engines/crm/crm.ts'
import { CAREFUL_POLICY } from '../contract/business/crm-meeting.ts'
import { setPlan } from '../test/direct-access.ts'
import { openShop, type Shop } from '../test/people.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import prepareTemplate from '../test/template.ts'
import { cpuOf } from './cpu.ts'
import { print, type BenchReport } from './report.ts'

/** `BENCH_CLIENTS=100000 BENCH_FEW=10000` for the whole figure. */
const MOST = Number(process.env.BENCH_CLIENTS ?? 10_000)
const FEW = Number(process.env.BENCH_FEW ?? MOST / 10)
/** Clients who are written at each depth. */
const SAMPLE = Number(process.env.BENCH_SAMPLE ?? Math.min(1_000, FEW / 5))
const LEFT = 100
const DEPTHS = ['beginning', 'middle', 'end'] as const
/** Of each phase at most. */
const PHASE_MS = Number(process.env.BENCH_MINUTES ?? 3) * MINUTE_MS
/** Clients that are entered with one statement: plans are made while the tables are not empty any more. */
const ENTERED = 2_000
/** Milliseconds of Node and PostgreSQL together. */
const TARGET_MS = 50
const GROWTH = 1.3
const READS_AT_ONCE = 50
/** `BENCH_ONLY=reading` or `writing`. */
const ONLY = process.env.BENCH_ONLY

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

type Depth = (typeof DEPTHS)[number]
/** Milliseconds for each client. */
type Spent = Partial<Record<Depth | 'reading', number>>

async function enterClients(superuser: pg.Pool, shop: Shop, clients: number): Promise<void> {
  for (let from = 1; from <= clients; from += ENTERED) {
    await superuser.query(
      `insert into clients (cabinet_id, id, template_id, card_number, name, tel, bonus_minor, version, created_at,
         updated_at)
       select $1, gen_random_uuid(), $2, 1000 + n, 'C' || n, '+79' || lpad(n::text, 9, '0'), n % 9000, 1, now(), now()
       from generate_series($3::int, $4::int) n`,
      [shop.c, shop.template, from, Math.min(clients, from + ENTERED - 1)],
    )
    if (from === 1) await superuser.query('analyze clients')
  }
  await superuser.query('analyze clients')
}

/** As the look-up leaves them, before the first run: the CRM has none of them. */
async function lookUp(superuser: pg.Pool, { c }: Shop): Promise<void> {
  await superuser.query(
    `insert into crm_clients (cabinet_id, client_id, match)
     select cabinet_id, id, 'none' from clients where cabinet_id = $1 and card_number > 1000`,
    [c],
  )
  await superuser.query('analyze crm_clients')
}

/** A run that has come this far: those before the sample are written, and the sample is not. */
async function goTo(superuser: pg.Pool, { c }: Shop, depth: Depth, clients: number): Promise<void> {
  // Some are left at the end: a round of reading follows a run that is over.
  const last = clients - SAMPLE - LEFT
  const before = { beginning: 0, middle: Math.floor(last / 2), end: last }[depth]
  await superuser.query(
    `update crm_clients set written_version = case when client_id < from_here.id then 1000 end
     from (select client_id as id from crm_clients where cabinet_id = $1 order by client_id offset $2 limit 1) from_here
     where cabinet_id = $1 and crm_id is null`,
    [c, before],
  )
  await superuser.query('vacuum analyze crm_clients')
}

/** Everybody is linked, so that all are read. */
async function linkAll(superuser: pg.Pool, { c }: Shop): Promise<void> {
  const { rows } = await superuser.query<{ tel: string; bonus: number; crm_id: string }>(
    `insert into crm_clients (cabinet_id, client_id, crm_id, their_tel, their_bonus, met_at, written_version, match)
     select cabinet_id, id, 'S-' || tel, tel, bonus_minor, now(), version, 'same' from clients
     where cabinet_id = $1 and card_number > 1000
     on conflict (cabinet_id, client_id) do update set crm_id = excluded.crm_id, their_tel = excluded.their_tel,
       their_bonus = excluded.their_bonus, met_at = now(), written_version = excluded.written_version, match = 'same',
       operation_id = null, is_creating = false
     returning crm_id, their_tel as tel, their_bonus::int as bonus`,
    [c],
  )
  for (const { crm_id, tel, bonus } of rows) {
    guests.set(crm_id, { tel, bonus })
    byTel.set(tel, crm_id)
  }
  await superuser.query('vacuum analyze crm_clients')
}

/** Without its card, the first change of a client would make one. */
async function issueCards(superuser: pg.Pool, { c }: Shop): Promise<void> {
  await superuser.query(
    `insert into passes (cabinet_id, id, client_id, template_id, certificate_id, tag, modified_at, created_at)
     select cabinet_id, gen_random_uuid(), id, template_id,
       (select id from apple_certificates where cabinet_id = $1 limit 1), 1, now(), now()
     from clients where cabinet_id = $1 and id not in (select client_id from passes where cabinet_id = $1)`,
    [c],
  )
  await superuser.query('analyze passes')
}

/** The work that goes on ends with its client. */
async function stop(superuser: pg.Pool, { c }: Shop): Promise<void> {
  await superuser.query('update integrations set is_on = false where cabinet_id = $1', [c])
  const isBusy = async () =>
    (
      await superuser.query(
        `select from pgboss.job where name in ('write-clients', 'read-clients') and state in ('created', 'active')`,
      )
    ).rows.length > 0
  while (await isBusy()) await sleep(500)
  await superuser.query('update integrations set is_on = true where cabinet_id = $1', [c])
}

/** @returns milliseconds for each client, and what to print */
async function exchange(
  server: TestServer,
  superuser: pg.Pool,
  name: string,
  clients: number,
): Promise<{ spent: Spent; lines: string[] }> {
  guests.clear()
  byTel.clear()
  const shop = await openShop(server, name)
  await setPlan(server, shop.c, 'expert')
  await enterClients(superuser, shop, clients)
  await issueCards(superuser, shop)
  await superuser.query(
    `insert into integrations (cabinet_id, id, type, settings, is_read, is_write, is_rewrite, is_on, policy, begun_at,
       created_at, updated_at)
     values ($1, gen_random_uuid(), $2, '{}', true, true, false, true, $3, now(), now(), now())`,
    [shop.c, memory.name, CAREFUL_POLICY],
  )
  const params = { c: shop.c }
  const lines: string[] = []
  const spent: Spent = {}
  /** @param sql counts what is done */
  const until = async (part: Depth | 'reading', enough: number, sql: string, begin: () => Promise<unknown>) => {
    let done = 0
    const beganMs = performance.now()
    const all = await cpuOf(superuser, async () => {
      await begin()
      do {
        await sleep(500)
        done = Number((await superuser.query<{ done: string }>(sql, [shop.c])).rows[0]?.done)
      } while (done < enough && performance.now() - beganMs < PHASE_MS)
    })
    const [node, postgres] = [all.node / done, all.postgres / done].map((ms) => ms.toFixed(2))
    const took = ((performance.now() - beganMs) / 1000).toFixed(0)
    const what = part === 'reading' ? 'read' : `written at the ${part}`
    const line = `${clients}: ${done} ${what} in ${took} s; ${node} ms of Node and ${postgres} of PostgreSQL each`
    lines.push(line)
    process.stderr.write(`${line}\n`)
    await stop(superuser, shop)
    spent[part] = (all.node + all.postgres) / done
  }
  if (ONLY !== 'reading') {
    await lookUp(superuser, shop)
    for (const depth of DEPTHS) {
      await goTo(superuser, shop, depth, clients)
      // The same run, which the stop has ended, begins anew.
      await until(depth, SAMPLE, 'select coalesce(sum(done), 0) as done from crm_runs where cabinet_id = $1', () =>
        shop.owner.send(integration.syncClients, { params }),
      )
    }
  }
  if (ONLY !== 'writing') {
    await linkAll(superuser, shop)
    // The round that follows a run may have read some already, and would go on behind them.
    await superuser.query('update integrations set read_cursor = null where cabinet_id = $1', [shop.c])
    for (const guest of guests.values()) guest.bonus += 10_000
    await until(
      'reading',
      clients,
      'select count(*) as done from clients where cabinet_id = $1 and card_number > 1000 and bonus_minor >= 10000',
      () => shop.owner.send(integration.readFromCrm, { params }),
    )
  }
  return { spent, lines }
}

/** What one part costs, and how that grows: a growth is one of a part, not of a sum. */
function ratiosOf(few: Spent, most: Spent): BenchReport['ratios'] {
  return ([...DEPTHS, 'reading'] as const).flatMap((part) => {
    const [small, large] = [few[part], most[part]]
    if (small === undefined || large === undefined) return []
    const what = part === 'reading' ? 'reading' : `writing at the ${part}`
    return [
      {
        name: `${MOST} clients, ${what}: ms of ours for each`,
        value: large,
        target: TARGET_MS,
        ok: large <= TARGET_MS,
      },
      {
        name: `${what}: a client among ${MOST} against one among ${FEW}`,
        value: large / small,
        target: GROWTH,
        ok: large / small <= GROWTH,
      },
    ]
  })
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
    return {
      name: 'exchange with a CRM',
      lines: [...few.lines, ...most.lines],
      ratios: ratiosOf(few.spent, most.spent),
    }
  } finally {
    all.splice(all.indexOf(memory), 1)
    await superuser.end()
    await server.close()
    await postgres.stop()
  }
}

if (import.meta.main) print(await run())
