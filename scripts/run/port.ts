/** Whether our port can be had, asked before anything else is touched. */
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BadSetting } from '../../server/base/env.ts'

/** Long enough for a process that was just killed to let go of it. */
const PATIENCE_MS = 2000

function tryPort(port: number, host: string): Promise<string | number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    probe.listen(port, host, () => {
      const { port: taken } = probe.address() as AddressInfo
      probe.close(() => resolve(taken))
    })
  })
}

/**
 * @param setting name of the setting that chooses the port; 0 takes any free one
 * @returns the port
 * @throws BadSetting with a sentence for the operator
 */
export async function expectFreePort(setting: string, port: number, host: string): Promise<number> {
  const deadline = performance.now() + PATIENCE_MS
  let trouble = await tryPort(port, host)
  while (trouble === 'EADDRINUSE' && performance.now() < deadline) {
    await sleep(100)
    trouble = await tryPort(port, host)
  }
  if (typeof trouble === 'number') return trouble
  if (trouble === 'EADDRINUSE')
    throw new BadSetting(`port ${port} is taken by another program; choose a free one, such as ${setting}=${port + 1}`)
  if (trouble === 'EACCES')
    throw new BadSetting(`port ${port} is not for this user; choose one above 1023 with ${setting}`)
  throw new BadSetting(`nothing can listen on ${host}, port ${port} (${trouble}); see HOST and ${setting}`)
}
