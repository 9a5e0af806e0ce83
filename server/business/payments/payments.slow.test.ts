/** 1 000 payments over two processes of the operating system that are killed 20 times while the calls come in. */
import { test } from 'vitest'
import { type OtherProcess, startOtherProcess } from '../../../test/other-process.ts'
import { expectCreditedOnce, prepareStorm, runStorm, seeded } from '../../../test/payment-storm.ts'
import { startTestServer } from '../../../test/server.ts'
import { until } from '../../../test/until.ts'

const PAYMENTS = 1000
const KILLS = 20

test('every payment is credited once, whatever dies', async () => {
  const server = await startTestServer()
  let alive: OtherProcess[] = []
  try {
    const random = seeded(2026)
    const storm = await prepareStorm(server, PAYMENTS, random)
    alive = await Promise.all([startOtherProcess(server), startOtherProcess(server)])
    let [kills, begun] = [0, 0]
    const part = Math.ceil(storm.calls.length / (KILLS + 1))
    const running = runStorm(
      storm,
      () => alive.map(({ url }) => url),
      random,
      async (at) => {
        begun = Math.max(begun, at)
        await until(async () => kills >= Math.floor(at / part), 'the kill before this part')
      },
    )
    // Each time in the middle of a part, while calls are under way at both.
    for (; kills < KILLS; kills++) {
      await until(async () => begun >= kills * part + part / 2, 'the next part is under way')
      const [victim, other] = alive as [OtherProcess, OtherProcess]
      await victim.kill()
      alive = [other]
      alive = [other, await startOtherProcess(server)]
    }
    await running
    process.stdout.write(`${storm.calls.length} calls about ${PAYMENTS} payments, ${kills} kills\n`)
    await expectCreditedOnce(server, storm)
  } finally {
    await Promise.all(alive.map((one) => one.kill()))
    await server.close()
  }
})
