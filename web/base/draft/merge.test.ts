import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Lists, mergeDrafts, ORDER, pathId } from './merge.ts'
import { isLike, isSame } from './same.ts'

type Row = { id: string; label: string; isOn: boolean; pageKey?: string }
type Draft = {
  name: string
  days: number | null
  theme: { text: string; title: string }
  rows: readonly Row[]
  cards: readonly string[]
  plain: readonly string[]
}

const LISTS: Lists = {
  rows: { nameOf: (row: Row) => row.id },
  cards: { nameOf: (id: string) => id, isSet: true },
}
const row = (id: string, label = id, isOn = true): Row => ({ id, label, isOn })
const base: Draft = {
  name: 'Card',
  days: 3,
  theme: { text: 'black', title: 'grey' },
  rows: [row('a'), row('b'), row('c')],
  cards: ['x', 'y'],
  plain: ['1', '2'],
}
const merge = (mine: Partial<Draft>, theirs: Partial<Draft>, chosen?: ReadonlySet<string>) =>
  mergeDrafts<Draft>(base, { ...base, ...mine }, { ...base, ...theirs }, LISTS, chosen)
const paths = (changes: readonly { path: readonly string[] }[]) => changes.map((change) => change.path.join('.'))

describe('two changes of one draft', () => {
  it.each<[string, Partial<Draft>, Partial<Draft>, Partial<Draft>]>([
    ['different fields', { name: 'Mine' }, { days: 5 }, { name: 'Mine', days: 5 }],
    ['the same change', { name: 'New' }, { name: 'New' }, { name: 'New' }],
    [
      'different fields of one part',
      { theme: { text: 'red', title: 'grey' } },
      { theme: { text: 'black', title: 'blue' } },
      { theme: { text: 'red', title: 'blue' } },
    ],
    [
      'different fields of one item',
      { rows: [row('a', 'mine'), row('b'), row('c')] },
      { rows: [row('a', 'a', false), row('b'), row('c')] },
      { rows: [row('a', 'mine', false), row('b'), row('c')] },
    ],
    [
      'an item added and another one removed',
      { rows: [row('a'), row('m'), row('b'), row('c')] },
      { rows: [row('a'), row('b')] },
      { rows: [row('a'), row('m'), row('b')] },
    ],
    [
      'an item moved and another one changed',
      { rows: [row('c'), row('a'), row('b')] },
      { rows: [row('a'), row('b', 'theirs'), row('c')] },
      { rows: [row('c'), row('a'), row('b', 'theirs')] },
    ],
    ['members of a set', { cards: ['x', 'y', 'm'] }, { cards: ['y', 't', 'x'] }, { cards: ['x', 't', 'y', 'm'] }],
    ['members of a set taken away', { cards: ['y'] }, { cards: ['x'] }, { cards: [] }],
  ])('%s: both stay, and nothing is asked', (_, mine, theirs, wanted) => {
    const merged = merge(mine, theirs)
    expect({ ...merged.value, cards: [...merged.value.cards].sort() }).toEqual({
      ...base,
      ...wanted,
      cards: [...(wanted.cards ?? base.cards)].sort(),
    })
    expect(merged.conflicts).toEqual([])
  })

  it.each<[string, Partial<Draft>, Partial<Draft>, string]>([
    ['one field', { name: 'Mine' }, { name: 'Theirs' }, 'name'],
    ['an emptied field', { days: null }, { days: 9 }, 'days'],
    ['a list whose items have no names', { plain: ['1'] }, { plain: ['1', '2', '3'] }, 'plain'],
    [
      'an item removed here and changed there',
      { rows: [row('a'), row('c')] },
      { rows: [row('a'), row('b', 'new'), row('c')] },
      'rows.b',
    ],
    [
      'the order of a list',
      { rows: [row('b'), row('a'), row('c')] },
      { rows: [row('a'), row('c'), row('b')] },
      `rows.${ORDER}`,
    ],
    [
      'a list where two items have one name',
      { rows: [row('a'), row('a', 'twin')] },
      { rows: [row('a'), row('b', 'new'), row('c')] },
      'rows',
    ],
  ])('%s: mine is taken unless theirs is chosen', (_, mine, theirs, path) => {
    const merged = merge(mine, theirs)
    expect(paths(merged.conflicts)).toEqual([path])
    expect(isSame(merged.value, { ...base, ...mine })).toBe(true)
    const chosen = new Set(merged.conflicts.map((change) => pathId(change.path)))
    expect(isSame(merge(mine, theirs, chosen).value, { ...base, ...theirs })).toBe(true)
  })

  it('lists what only the other side changed', () => {
    const { taken } = merge({ name: 'Mine' }, { days: 9, rows: [row('a'), row('b', 'new'), row('c'), row('d')] })
    expect(paths(taken)).toEqual(['days', 'rows.b.label', 'rows.d'])
  })

  it('keeps two new items with the same name', () => {
    const lists: Lists = { rows: { ...LISTS.rows!, rename: (one: Row, id: string) => ({ ...one, id }) } }
    const { value, conflicts } = mergeDrafts<Pick<Draft, 'rows'>>(
      { rows: [row('a')] },
      { rows: [row('a'), row('n', 'mine')] },
      { rows: [row('a'), row('n', 'theirs')] },
      lists,
    )
    expect(value.rows.map((one) => `${one.id} ${one.label}`).sort()).toEqual(['a a', 'n theirs', 'n2 mine'])
    expect(conflicts).toEqual([])
  })

  it('the page key of a row is not a change, and mine stays', () => {
    const keyed = (key: string) => ({ rows: base.rows.map((one) => ({ ...one, pageKey: key + one.id })) })
    const merged = merge(keyed('m'), keyed('t'))
    expect(merged.taken).toEqual([])
    expect(merged.value.rows.map((one) => one.pageKey)).toEqual(['ma', 'mb', 'mc'])
  })
})

/** Drafts with few values, so that both sides often meet in one field. */
const word = fc.constantFrom('a', 'b', 'c', 'd')
const drafts: fc.Arbitrary<Draft> = fc.record({
  name: word,
  days: fc.option(fc.nat({ max: 3 })),
  theme: fc.record({ text: word, title: word }),
  rows: fc.uniqueArray(fc.record({ id: word, label: word, isOn: fc.boolean() }), { selector: (one) => one.id }),
  cards: fc.uniqueArray(word),
  plain: fc.array(word, { maxLength: 2 }),
})
/** Every field of a draft by its path; a list without named items is one field. */
const leaves = (draft: Draft): Map<string, unknown> =>
  new Map<string, unknown>([
    ['name', draft.name],
    ['days', draft.days],
    ['theme.text', draft.theme.text],
    ['theme.title', draft.theme.title],
    ['plain', draft.plain],
    ...draft.cards.map((id) => [`cards.${id}`, id] as const),
    ...draft.rows.flatMap(({ id, label, isOn }) => [
      [`rows.${id}.label`, label] as const,
      [`rows.${id}.isOn`, isOn] as const,
    ]),
  ])

describe('whatever both sides do', () => {
  it('a field that only one side changed is never lost', () => {
    fc.assert(
      fc.property(drafts, drafts, drafts, (from, mine, theirs) => {
        const { value, conflicts } = mergeDrafts(from, mine, theirs, LISTS)
        const asked = paths(conflicts)
        const [was, own, other, now] = [from, mine, theirs, value].map(leaves) as [
          ReturnType<typeof leaves>,
          ReturnType<typeof leaves>,
          ReturnType<typeof leaves>,
          ReturnType<typeof leaves>,
        ]
        for (const path of new Set([...was.keys(), ...own.keys(), ...other.keys()])) {
          if (asked.some((one) => path === one || path.startsWith(`${one}.`))) continue
          const wanted = isSame(was.get(path), own.get(path)) ? other.get(path) : own.get(path)
          expect(now.get(path), path).toEqual(wanted)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('one side alone is taken as it is, and equal changes are no conflict', () => {
    fc.assert(
      fc.property(drafts, drafts, (from, other) => {
        expect(mergeDrafts(from, other, from, LISTS)).toEqual({ value: other, conflicts: [], taken: [] })
        expect(mergeDrafts(from, other, other, LISTS)).toEqual({ value: other, conflicts: [], taken: [] })
        const theirs = mergeDrafts(from, from, other, LISTS)
        expect(theirs.conflicts).toEqual([])
        expect({ ...theirs.value, cards: [] }).toEqual({ ...other, cards: [] })
        expect([...theirs.value.cards].sort()).toEqual([...other.cards].sort())
      }),
    )
  })

  it('both see the same conflicts', () => {
    fc.assert(
      fc.property(drafts, drafts, drafts, (from, mine, theirs) => {
        const asked = (one: Draft, other: Draft) => paths(mergeDrafts(from, one, other, LISTS).conflicts).sort()
        expect(asked(mine, theirs)).toEqual(asked(theirs, mine))
      }),
    )
  })
})

it.each([
  [{ name: 'x', rows: [] }, { name: 'y', rows: [1] }, true],
  [{ name: 'x' }, { name: 'y', more: 1 }, true],
  [{ name: 'x', rows: [] }, { name: 'y' }, false],
  [{ name: 'x' }, { name: 5 }, false],
  [{ days: 5 }, { days: '' }, true],
  [{ days: null }, { days: 'd' }, true],
  [{ theme: { text: 'x' } }, { theme: {} }, false],
  [{ rows: [] }, { rows: {} }, false],
])('a draft %j and what was kept %j: %s', (model, value, wanted) => expect(isLike(model, value)).toBe(wanted))
