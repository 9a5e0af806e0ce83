import { describe, expect, it } from 'vitest'
import { hastyLooks } from './hasty-looks.ts'
import { readTree } from './imports.ts'

const faultsOf = (text: string) => hastyLooks(new Map([['test/stories/planted.test.ts', text]]))

describe('stories', () => {
  it('wait for what they look for', () => {
    expect(hastyLooks(readTree())).toEqual([])
  })

  it.each([
    "    expect(await field.getAttribute('aria-invalid')).toBe('true')",
    "    expect(\n      await page\n        .getByLabel('Name')\n        .inputValue(),\n    ).toBe('Mine')",
    "    await page.getByText('Saved').waitFor()",
    "    await page\n      .getByText('Saved')\n      .waitFor()",
  ])('are found where they look once: %s', (text) => {
    expect(faultsOf(`    const page = 1\n${text}\n    await page.close()`)).toHaveLength(1)
  })

  it.each([
    "    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')",
    "    await appears(page.getByText('Saved'))",
    '    expect(await toasts().count()).toBe(0)',
  ])('may %s', (text) => {
    expect(faultsOf(text)).toEqual([])
  })
})
