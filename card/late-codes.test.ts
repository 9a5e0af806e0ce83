import { afterAll, expect, it } from 'vitest'
import { barcodePath } from './barcode-path.ts'
import { matrixPath } from './matrix-codes.ts'
import { setLateEncoder } from './late-codes.ts'

const nothing = () => null as never
afterAll(() => setLateEncoder(matrixPath))

it('a code is drawn as soon as its library is here, and nothing before', () => {
  setLateEncoder(nothing)
  expect([barcodePath('aztec', '412'), barcodePath('pdf417', '412')]).toEqual([null, null])
  setLateEncoder(matrixPath)
  expect(barcodePath('aztec', '412')?.d).toMatch(/^M/)
  expect(barcodePath('pdf417', '412')?.d).not.toBe('')
  expect(barcodePath('aztec', 'x'.repeat(5000))).toBeNull()
})
