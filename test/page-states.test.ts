import { describe, expect, it } from 'vitest'
import { readTree } from './imports.ts'
import { ownStates, statelessPages } from './page-state-faults.ts'

/** Pages whose reads only help: without them everything is there. */
const STILL = new Map([
  ['web/cards/templates/create.tsx', 'the starters are part of it'],
  ['web/business/finance/frame.tsx', 'the tab under it reads the same'],
  ['web/platform/cabinets/create.tsx', 'whether an address is free is said beside the field'],
])

const tree = readTree()
const plant = (file: string, text: string) => new Map([...tree, [file, text]])

describe('states of pages', () => {
  it('are drawn by the parts for them', () => {
    expect(ownStates(tree)).toEqual([])
  })

  it('are there on every page that reads anything', () => {
    expect(statelessPages(tree, STILL)).toEqual([])
  })

  it('are missed on a page that only reads', () => {
    const page = 'web/business/shop/page.tsx'
    const withPage = new Map(
      plant(page, 'const read = useRead(shop.list, {})\nexport const ShopPage = () => read.data?.name'),
    )
    withPage.set('web/business/routes.ts', "lazyPage(() => import('./shop/page.tsx'), 'ShopPage')")
    expect(statelessPages(withPage, STILL)).toContain(`${page} has no shapes of what is on its way`)
    expect(statelessPages(withPage, STILL)).toContain(`${page} has no other try after a failure`)
  })

  it.each([
    ['its own shapes', "import { Skeleton } from '@mantine/core'"],
    ['its own shapes', '<div role="status" aria-busy="true" />'],
    ['to the plans on its own', 'to="/$cabinetDomain/balance/tariffs-overview"'],
    ['read-only', 'disabled={cabinet.isLimited}'],
    ['a state of a page', '<div data-state="empty" />'],
    ['for a connection on its own', 'if (!navigator.onLine) return null'],
  ])('are missed where a page draws or asks for %s', (fault, text) => {
    const found = ownStates(plant('web/business/shop/page.tsx', text))
    expect(found).toEqual([expect.stringContaining(fault)])
  })
})
