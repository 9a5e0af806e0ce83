/** Memory and event loop of a process, minute by minute, as its own metrics say. */
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '../contract/time.ts'

/** `heapMb`: the least of the minute, which is what a collection has left. The lags are those of the worst look. */
export type Minute = { heapMb: number; rssMb: number; lagP50: number; lagP99: number }

const LOOKS = 6
/** What the measurement itself waits for, between two looks at the loop. */
const RESOLUTION_MS = 10

async function look(url: string): Promise<Minute> {
  const text = await (await fetch(url)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  const lagOf = (name: string) => Math.max(0, figure(name) * 1000 - RESOLUTION_MS)
  return {
    heapMb: figure('nodejs_heap_size_used_bytes') / 2 ** 20,
    rssMb: figure('process_resident_memory_bytes') / 2 ** 20,
    lagP50: lagOf('nodejs_eventloop_lag_p50_seconds'),
    lagP99: lagOf('nodejs_eventloop_lag_p99_seconds'),
  }
}

/** Looks are ten seconds apart; each look's lag is that of the time since the one before. */
export async function watchProcess(url: string, untilMs: number): Promise<Minute[]> {
  const minutes: Minute[] = []
  await look(url)
  while (performance.now() < untilMs - MINUTE_MS / 2) {
    const looks: Minute[] = []
    for (let no = 0; no < LOOKS; no++) {
      await sleep(MINUTE_MS / LOOKS)
      looks.push(await look(url))
    }
    const of = (name: keyof Minute, pick: (...all: number[]) => number) => pick(...looks.map((one) => one[name]))
    minutes.push({
      heapMb: of('heapMb', Math.min),
      rssMb: of('rssMb', Math.max),
      lagP50: of('lagP50', Math.max),
      lagP99: of('lagP99', Math.max),
    })
    const last = minutes.at(-1) as Minute
    console.error(
      `${new URL(url).port}: ${Object.values(last)
        .map((one) => one.toFixed(0))
        .join(' ')}`,
    )
  }
  return minutes
}

/** Megabytes of heap that are added by each minute, by least squares, from a third of the run on. */
export function growthOf(minutes: readonly Minute[]): number {
  const settled = minutes.slice(Math.floor(minutes.length / 3)).map((one) => one.heapMb)
  const middle = (settled.length - 1) / 2
  const mean = settled.reduce((sum, one) => sum + one, 0) / settled.length
  const spread = settled.reduce((sum, _, no) => sum + (no - middle) ** 2, 0)
  return spread === 0 ? 0 : settled.reduce((sum, one, no) => sum + (no - middle) * (one - mean), 0) / spread
}
