/** A process that takes turns of a shared pace, keeps them, and is killed by a test without warning. */
import { openDatabase } from '../server/base/db.ts'
import { openLog } from '../server/base/log.ts'
import type { Connection } from '../server/base/logins.ts'
import { sharedPace } from '../server/base/shared-pace.ts'

export type PaceOrder = { login: Connection; key: string; rate: Parameters<typeof sharedPace>[2]; turns: number }

process.once('message', async ({ login, key, rate, turns }: PaceOrder) => {
  const { counters } = openDatabase(login, 2, openLog('silent'))
  for (let no = 0; no < turns; no++) await sharedPace(counters, Buffer.from(key, 'hex'), rate).turn()
  process.send?.('taken')
})
