import { describe, expect, it } from 'vitest'
import { FIRST_ROOMS, INSIDE_ROOMS } from '../words/rooms.ts'
import { wordsOf } from '../words/say.ts'
import { importsOf, readTree, type Tree } from './imports.ts'
import { isOpener, openedPages } from './pages-and-words.ts'

/** Files that a page loads, immediately or later. */
function filesOf(tree: Tree, page: string): Set<string> {
  const files = new Set<string>()
  const visit = (file: string) => {
    const text = tree.get(file)
    if (text === undefined || isOpener(file) || files.has(file)) return
    files.add(file)
    for (const one of importsOf(file, text)) if (!one.isType) visit(one.to)
  }
  visit(page)
  return files
}

/** Rooms whose words a page shows and does not wait for. */
function lateWords(tree: Tree, rooms: readonly string[]): string[] {
  const mention = new RegExp(`['"\`](${rooms.join('|')})\\.\\w`, 'g')
  return openedPages(tree).flatMap(({ page, rooms: waited }) => {
    const late = new Map<string, string>()
    for (const file of filesOf(tree, page)) {
      const text = tree.get(file) ?? ''
      for (const [, room = ''] of text.matchAll(mention))
        if (!waited.includes(room) && !text.includes(`loadWords('${room}')`)) late.set(room, file)
    }
    return [...late].map(([room, file]) => `${page} does not wait for the words of ${room}, which ${file} shows`)
  })
}

describe('the words of a page', () => {
  it('are there before it is drawn', () => {
    const tree = readTree()
    expect(filesOf(tree, 'web/cards/templates/editor.tsx').size).toBeGreaterThan(40)
    expect(openedPages(tree).length).toBeGreaterThan(60)
    expect(lateWords(tree, Object.keys(wordsOf('en')))).toEqual([])
  })

  const shop: readonly (readonly [string, string])[] = [
    ['web/people/shop/page.tsx', "import { Till } from './till.tsx'; t('shop.title')"],
    ['web/people/shop/till.tsx', "const drawer = lazy(() => import('./drawer.tsx'))"],
    ['web/people/shop/drawer.tsx', "t('coins.count'); t('finance.title')"],
  ]
  const open = (parent: string, rooms: string) =>
    lateWords(
      new Map([
        [
          'web/people/routes.ts',
          `createRoute({ getParentRoute: () => ${parent}, path: '/',
            component: lazyPage(() => import('./shop/page.tsx'), 'Page'${rooms}) })`,
        ],
        ...shop,
      ]),
      ['shop', 'coins', 'finance'],
    )

  it('are missed when a page does not wait for them', () => {
    expect(open('cabinet', ", 'shop'")).toEqual([
      'web/people/shop/page.tsx does not wait for the words of coins, which web/people/shop/drawer.tsx shows',
    ])
    expect(open('cabinet', ", 'shop', 'coins'")).toEqual([])
  })

  it('of the inside are missing on a page outside an account', () => {
    expect(open('outside', ", 'shop', 'coins'")).toEqual([
      'web/people/shop/page.tsx does not wait for the words of finance, which web/people/shop/drawer.tsx shows',
    ])
    expect(open('outside', ", ...INSIDE_ROOMS, 'shop', 'coins'")).toEqual([])
  })

  it('come once: no room is both in the first load and inside', () => {
    expect(INSIDE_ROOMS.filter((room) => (FIRST_ROOMS as readonly string[]).includes(room))).toEqual([])
  })
})
