/** CPU time of this process that a piece of work took: unlike the time on the clock it does not grow on a busy machine. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
