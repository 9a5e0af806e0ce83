/**
 * A till beside a push to everybody of the same business: points that are given through the API and in the back office,
 * while the audience is fixed and while the push is sent, beside the same tills without a push. In one run, with real
 * processes. How long a till waits for a lock is read in the database, which other work of the machine does not change.
 * `BENCH_CARDS=20000,134000`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { holders } from '../contract/reach/holders.ts'
import { keys } from '../contract/platform/keys.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { SCOPES } from '../contract/limits.ts'
import { query, setPlan } from '../test/direct-access.ts'
import { PASSWORD, pathOf, type Shop } from '../test/people.ts'
import { startAsker } from './cpu.ts'
import { type Installation, openInstallation, openLargeShop, quantile } from './installation.ts'
import { type Wait, watchLocks } from './lock-watch.ts'
import { print, type BenchReport } from './report.ts'

const SIZES = (process.env.BENCH_CARDS ?? '20000,134000').split(',').map(Number)
const LOCK_MS = 50
/** One after the other, as hands do; the plan allows ten calls of a key in a second. */
const GAP_MS = 60
const ALONE_MS = 10_000
/** Of a large push the first part is as the others are. */
const SENDING_MS = 60_000
const LOOK_MS = 2

type Tills = { giveUntil(isOver: () => boolean): Promise<number[]>; close(): Promise<unknown> }

async function openTills({ server, webUrl }: Installation, shop: Shop): Promise<Tills> {
  const { secret } = await shop.owner.send(keys.createKey, {
    params: { c: shop.c },
    body: { name: 'Till', scopes: [...SCOPES], endsAt: null, password: PASSWORD },
  })
  const ids = await query<{ id: string }>(
    server,
    `select client_id as id from passes where cabinet_id = $1 order by md5(id::text) limit 5000`,
    [shop.c],
  )
  const asker = startAsker()
  let next = 0
  const give = (token: string) => {
    const id = ids[next++ % ids.length]?.id ?? ''
    return asker.ask({
      url: `${webUrl}${pathOf(holders.changeAmount, { c: shop.c, id })}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      times: 1,
      body: JSON.stringify({ kind: 'bonus', action: 'add', amount: 100 }),
    })
  }
  return {
    async giveUntil(isOver) {
      const took: number[] = []
      while (!isOver()) {
        for (const token of [secret, shop.owner.token]) took.push(...(await give(token)))
        await sleep(2 * GAP_MS)
      }
      return took
    },
    close: () => asker.close(),
  }
}

const line = (name: string, took: readonly number[], { ms, blocker }: Wait) =>
  `${name}: ${took.length} tills, ms at the median ${quantile(took, 0.5).toFixed(0)}, at 95 % ` +
  `${quantile(took, 0.95).toFixed(0)}, at most ${quantile(took, 1).toFixed(0)}; longest wait for a lock ` +
  `${ms.toFixed(0)} ms (${blocker})`

async function measure(installation: Installation, cards: number): Promise<Pick<BenchReport, 'lines' | 'ratios'>> {
  const { server } = installation
  const shop = await openLargeShop(server, `Till${cards}`, cards)
  await setPlan(server, shop.c, 'expert')
  const tills = await openTills(installation, shop)
  const lines: string[] = []
  const ratios: BenchReport['ratios'] = []
  const during = async (name: string, isOver: () => boolean) => {
    const locks = await watchLocks(installation, { who: 'web', lookMs: LOOK_MS })
    const took = await tills.giveUntil(isOver)
    await locks.end()
    lines.push(line(`${cards} cards, ${name}`, took, locks.longest()))
    console.error(lines.at(-1))
    return { took, lockMs: locks.longest().ms }
  }
  const judge = (name: string, value: number) =>
    ratios.push({
      name: `${cards} cards, ${name}: ms of waiting for a lock`,
      value,
      target: LOCK_MS,
      ok: value <= LOCK_MS,
    })
  try {
    let until = performance.now() + ALONE_MS
    const alone = await during('no push', () => performance.now() > until)
    const push = await shop.owner.send(pushes.createPush, {
      params: { c: shop.c, pushType: 'text' },
      body: { name: 'Everybody', message: 'Soup for {cardholder}', templates: [shop.template] },
    })
    let isFixed = false
    const fixing = shop.owner
      .send(pushes.startSend, { params: { c: shop.c, pushUuid: push.id } })
      .finally(() => (isFixed = true))
    judge('the audience is fixed', (await during('the audience is fixed', () => isFixed)).lockMs)
    await fixing
    const began = performance.now()
    until = began + SENDING_MS
    let done = 0
    let isSent = false
    const progress = (async () => {
      while (!isSent && performance.now() < until) {
        await sleep(1000)
        const status = await shop.owner.send(pushes.sendStatus, { params: { c: shop.c, pushUuid: push.id } })
        done = status.done
        isSent = status.done === status.total
      }
    })()
    const sending = await during('the push is sent', () => isSent || performance.now() > until)
    await progress
    const seconds = (performance.now() - began) / 1000
    lines.push(
      `${cards} cards: ${done} were sent in ${seconds.toFixed(0)} s, ${(done / seconds).toFixed(0)} in a second`,
    )
    console.error(lines.at(-1))
    judge('the push is sent', sending.lockMs)
    ratios.push({
      name: `${cards} cards: a till beside a push to one without, at the median`,
      value: quantile(sending.took, 0.5) / quantile(alone.took, 0.5),
      target: 3,
      ok: quantile(sending.took, 0.5) <= 3 * quantile(alone.took, 0.5),
    })
    return { lines, ratios }
  } finally {
    await tills.close()
  }
}

export async function run(): Promise<BenchReport> {
  const installation = await openInstallation()
  const report: BenchReport = { name: 'a till beside a push to everybody', lines: [], ratios: [] }
  try {
    for (const cards of SIZES) {
      const { lines, ratios } = await measure(installation, cards)
      report.lines.push(...lines)
      report.ratios.push(...ratios)
    }
    return report
  } finally {
    await installation.close()
  }
}

if (import.meta.main) {
  const report = await run()
  print(report)
  process.exit(report.ratios.every(({ ok }) => ok) ? 0 : 1)
}
