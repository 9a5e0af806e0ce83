/** One long random history of money. A seed from outside repeats the one that failed: `HISTORY_SEED=77`. */
import { expect, it } from 'vitest'
import { server, setUpFinance } from '../../../test/finance.ts'
import { runHistory } from '../../../test/money-history.ts'

setUpFinance()

const STEPS = 5_000

it('the money of 5 000 steps is what the rules say, after every step', async () => {
  const seed = Number(process.env.HISTORY_SEED ?? 14_5000)
  const { takenBack, ...counts } = await runHistory(server, seed, STEPS)
  expect(takenBack).toBeGreaterThan(0)
  expect(Object.values(counts).reduce((sum, one) => sum + one, 0)).toBe(STEPS)
})
