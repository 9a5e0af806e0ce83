/** Short random histories of money, of some seeds. The long one is in the slow test beside this one. */
import { expect, it } from 'vitest'
import { server, setUpFinance } from '../../../test/finance.ts'
import { runHistory } from '../../../test/money-history.ts'

setUpFinance()

const STEPS = 100

it.each([14, 5131])('the money of seed %i is what the rules say, after every step', async (seed) => {
  const counts = await runHistory(server, seed, STEPS)
  // A history without payments, plans or days would prove little.
  for (const step of [
    'payment',
    'bill',
    'refund',
    'correction',
    'plan',
    'module',
    'days',
    'midnight',
    'monthEnd',
    'acts',
    'takenBack',
  ])
    expect(counts[step] ?? 0, step).toBeGreaterThan(0)
})
