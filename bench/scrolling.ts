/**
 * What a scrolled table costs: 200 rows of clients are scrolled through with the wheel, from top to bottom, while
 * Chromium traces its main thread. A frame has 16.7 ms at 60 a second; what counts is the work between one frame and
 * the next (script, style, layout, paint), because a machine without a graphics card draws no 60 frames.
 */
import type { Browser, Page } from 'playwright-core'
import { clients } from '../contract/people/clients.ts'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { logInToDemo } from '../test/demo-people.ts'
import { query } from '../test/direct-access.ts'
import type { Person } from '../test/people.ts'
import type { TestServer } from '../test/server.ts'
import { openBrowser } from '../test/stories/browser.ts'
import { rememberIn } from '../test/stories/screen-world.ts'
import { startBenchServer } from './bench-server.ts'
import { print, type BenchReport } from './report.ts'

const ROWS = 200
const FRAME_MS = 1000 / 60
const SHARE = 0.95
/** A turn of the wheel, and how many there are in the time of one frame. */
const TURN_PX = 120
const TURN_MS = 16
const SETTLE_MS = 1500
/** So many times from top to bottom: the slow frames of one are a handful. */
const PASSES = 3
const SCREENS = [
  { name: 'wide screen', width: 1440, height: 900, row: 'main tbody tr' },
  { name: 'phone', width: 390, height: 844, row: 'main ul > li:has(input)' },
] as const

type TraceEvent = { name: string; ph: string; ts: number; dur?: number; pid: number; tid: number }

/** Enough clients for a page of so many, as new as the demo's newest. */
async function addClients(server: TestServer, owner: Person): Promise<void> {
  const [cabinet] = await query<{ id: string }>(server, `select id from cabinets where domain = 'coffee-lab'`)
  const c = Number(cabinet?.id)
  const { data } = await owner.send(clients.listClients, { params: { c }, query: { limit: 1 } })
  await query(
    server,
    `insert into clients (cabinet_id, id, name, surname, tel, card_number, template_id, created_at, updated_at)
    select $1, gen_random_uuid(), 'Anna', 'Client ' || n, '+4203330' || 1000 + n, 10000 + n, $2, now(), now()
    from generate_series(1, $3::int) n`,
    [c, data[0]?.template.id, ROWS],
  )
}

/** Scrolls from top to bottom. @returns how many turns that took */
async function scroll(page: Page): Promise<number> {
  await page.evaluate(() => scrollTo(0, 0))
  await page.waitForTimeout(SETTLE_MS)
  const isAtEnd = () => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1)
  let turns = 0
  await page.mouse.move(300, 500)
  for (; turns % 10 !== 0 || !(await isAtEnd()); turns++) {
    await page.mouse.wheel(0, TURN_PX)
    await page.waitForTimeout(TURN_MS)
  }
  return turns
}

/** Milliseconds of work of the page's main thread in each of its frames. */
function workOfFrames(events: readonly TraceEvent[]): number[] {
  const begin = events.find(({ name }) => name === 'BeginMainThreadFrame')
  if (!begin) throw new Error('the trace has no frames')
  const own = events
    .filter(({ pid, tid }) => pid === begin.pid && tid === begin.tid)
    .sort((left, right) => left.ts - right.ts)
  const starts = own.filter(({ name }) => name === 'BeginMainThreadFrame').map(({ ts }) => ts)
  const work = starts.map(() => 0)
  let at = 0
  for (const { name, ph, ts, dur = 0 } of own) {
    if (name !== 'RunTask' || ph !== 'X') continue
    // The task that begins a frame began before it.
    while (at + 1 < starts.length && (starts[at + 1] ?? 0) <= ts + dur) at++
    work[at] = (work[at] ?? 0) + dur / 1000
  }
  return work.sort((left, right) => left - right)
}

async function measure(browser: Browser, server: TestServer, owner: Person, screen: (typeof SCREENS)[number]) {
  const { width, height, row } = screen
  const context = await browser.newContext({ viewport: { width, height } })
  try {
    await rememberIn(context, 'en', owner)
    const page = await context.newPage()
    await page.goto(`${server.url}/#/coffee-lab/clients?limit=${ROWS}`)
    await page
      .locator(row)
      .nth(ROWS - 1)
      .waitFor({ timeout: 60_000 })
    await browser.startTracing(page, {
      categories: [
        'toplevel',
        'devtools.timeline',
        'devtools.timeline.frame',
        'disabled-by-default-devtools.timeline',
        'disabled-by-default-devtools.timeline.frame',
      ],
    })
    let turns = 0
    for (let pass = 0; pass < PASSES; pass++) turns += await scroll(page)
    const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
    return { turns, work: workOfFrames(trace.traceEvents) }
  } finally {
    await context.close()
  }
}

export async function run(): Promise<BenchReport> {
  const postgres = await launchPostgres({ throwaway: true })
  const server = await startBenchServer(postgres.connection)
  const browser = await openBrowser()
  try {
    const owner = await logInToDemo(server, 'anna')
    await addClients(server, owner)
    const report: BenchReport = { name: 'scrolling a table', lines: [], ratios: [] }
    for (const screen of SCREENS) {
      const { turns, work } = await measure(browser, server, owner, screen)
      const most = work[Math.ceil(work.length * SHARE) - 1] ?? Number.NaN
      report.lines.push(
        `${screen.name.padEnd(12)} ${ROWS} rows, ${turns} turns of the wheel, ${work.length} frames: half of them ` +
          `below ${(work[work.length >> 1] ?? Number.NaN).toFixed(1)} ms, ${SHARE * 100} % below ` +
          `${most.toFixed(1)} ms, the longest ${(work.at(-1) ?? Number.NaN).toFixed(1)} ms`,
      )
      report.ratios.push({
        name: `${screen.name}: work in a frame of its ${FRAME_MS.toFixed(1)} ms (at most 1)`,
        value: most / FRAME_MS,
        target: 1,
        ok: most <= FRAME_MS,
      })
    }
    return report
  } finally {
    await browser.close()
    await server.close()
    await postgres.stop()
  }
}

if (import.meta.main) {
  print(await run())
  process.exit(0)
}
