/**
 * Work of our own thread between two looks, in ms: waiting for a processor is no work, so a busy machine is no failure.
 * Meanwhile the event loop does nothing else.
 */
async function longestWork(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0
  let last = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    longestMs = Math.max(longestMs, (user + system) / 1000)
    last = process.threadCpuUsage()
  }, 5)
  await work()
  clearInterval(timer)
  return longestMs
}

/**
 * Of work in three parts. What other tests of this process have left may be cleared away in the middle of one part, but
 * hardly of each.
 * @returns the longest work of the best part
 */
export async function longestOfParts(part: (no: 0 | 1 | 2) => Promise<unknown>): Promise<number> {
  const all: number[] = []
  for (const no of [0, 1, 2] as const) all.push(await longestWork(() => part(no)))
  return Math.min(...all)
}
