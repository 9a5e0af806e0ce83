import { describe, expect, it } from 'vitest'
import { front } from '../words/en/front.ts'
import { further } from '../words/en/further.ts'
import { importsOf, readTree, type Tree } from './imports.ts'

/** Where pages and dialogs are opened that are not part of others. */
const ROUTES = ['web/routes.tsx', 'web/app.tsx']

/** Files that a page brings, at once or later. */
function filesOf(tree: Tree, page: string): Set<string> {
  const files = new Set<string>()
  const visit = (file: string) => {
    const text = tree.get(file)
    if (text === undefined || ROUTES.includes(file) || files.has(file)) return
    files.add(file)
    for (const one of importsOf(file, text)) if (!one.isType) visit(one.to)
  }
  visit(page)
  return files
}

/** Rooms whose words a page says and does not wait for. */
function lateWords(tree: Tree, rooms: readonly string[]): string[] {
  const said = new RegExp(`['"\`](${rooms.join('|')})\\.\\w`, 'g')
  const faults: string[] = []
  for (const [, path = '', waited = ''] of ROUTES.map((file) => tree.get(file) ?? '')
    .join('\n')
    .matchAll(/import\('\.\/([^']+)'\)((?:,\s*'[a-z]\w*')*)/g)) {
    const late = new Map<string, string>()
    for (const file of filesOf(tree, `web/${path}`)) {
      const text = tree.get(file) ?? ''
      for (const [, room = ''] of text.matchAll(said))
        if (!waited.includes(`'${room}'`) && !text.includes(`loadWords('${room}')`)) late.set(room, file)
    }
    for (const [room, file] of late) faults.push(`${path} does not wait for the words of ${room}, which ${file} says`)
  }
  return faults
}

describe('the words of a page', () => {
  it('are there before it is drawn', () => {
    const tree = readTree()
    expect(filesOf(tree, 'web/cards/templates/editor.tsx').size).toBeGreaterThan(40)
    expect(lateWords(tree, Object.keys(further))).toEqual([])
  })

  it('are missed when a page does not wait for them', () => {
    const tree: Tree = new Map([
      ['web/routes.tsx', "further(() => import('./shop/page.tsx'), 'shop')"],
      ['web/shop/page.tsx', "import { Till } from './till.tsx'; t('shop.title')"],
      ['web/shop/till.tsx', "const drawer = lazy(() => import('./drawer.tsx'))"],
      ['web/shop/drawer.tsx', "t('coins.count')"],
    ])
    expect(lateWords(tree, ['shop', 'coins'])).toEqual([
      'shop/page.tsx does not wait for the words of coins, which web/shop/drawer.tsx says',
    ])
    expect(lateWords(tree, ['shop'])).toEqual([])
  })

  it('come once: no room is both in the first load and further', () => {
    expect(Object.keys(further).filter((room) => room in front)).toEqual([])
  })
})
