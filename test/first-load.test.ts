import { expect, it } from 'vitest'
import { run as measureFirstLoad } from '../bench/first-load.ts'

it('the first load and every further page stay within their budgets', async () => {
  const { ratios } = await measureFirstLoad()
  expect(ratios).toHaveLength(4)
  expect(ratios.filter(({ ok }) => !ok).map(({ name, value }) => `${name}: ${value.toFixed(3)}`)).toEqual([])
})
