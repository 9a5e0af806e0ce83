import { describe, expect, it } from 'vitest'
import type { CrmValueKind, OurField, TheirField } from '../../../contract/business/crm-fields.ts'
import { valueAs } from '../../engines/crm/fields.ts'
import {
  changedHere,
  checkedLinks,
  guessPairs,
  incoming,
  mergedFaults,
  outgoing,
  type StoredLink,
} from './field-map.ts'

const link = (change: Partial<StoredLink> = {}): StoredLink => ({
  ours: 'variable:Size',
  theirs: 'f1',
  direction: 'both',
  name: 'Size',
  kind: 'text',
  ourKind: 'text',
  state: 'ok',
  ...change,
})
const ours = (name: string, change: Partial<OurField> = {}): OurField => ({
  ours: `variable:${name}`,
  group: 'variable',
  name,
  description: '',
  kind: 'text',
  isSentOnly: false,
  ...change,
})
const theirs = (id: string, name: string, change: Partial<TheirField> = {}): TheirField => ({
  id,
  name,
  kind: 'text',
  isWritable: true,
  ...change,
})

it.each([
  ['date', '2026-11-21', '2026-11-21'],
  ['date', '21.11.2026', '2026-11-21'],
  ['date', '2026-11-21 00:00:00.000', '2026-11-21'],
  ['date', '2026-02-31', null],
  ['date', 'yes', null],
  ['number', '1 250,50', '1250.5'],
  ['number', 'many', null],
  ['number', '', ''],
  ['flag', 'да', '1'],
  ['flag', '0', '0'],
  ['flag', '2026-11-21', null],
  ['choice', ' Gold ', 'Gold'],
] as const)('a value of the kind %s: %s is %s', (kind, text, value) => {
  expect(valueAs(kind, text)).toBe(value)
})

describe('what goes out', () => {
  it('is what has a value of the kind of the field; a blank is left out, and what does not fit is told', () => {
    const links = [
      link({ ours: 'a', theirs: 'f1', kind: 'date' }),
      link({ ours: 'b', theirs: 'f2', kind: 'date' }),
      link({ ours: 'c', theirs: 'f3' }),
      link({ ours: 'd', theirs: 'f4', direction: 'from' }),
      link({ ours: 'e', theirs: 'f5', state: 'gone' }),
    ]
    const values: Record<string, string> = { a: '01.05.1990', b: 'spring', c: '', d: 'x', e: 'x' }
    expect(outgoing(links, (name) => values[name] ?? '')).toEqual({
      values: { f1: '1990-05-01' },
      faults: { f2: { reason: 'here', here: 'spring', there: '' } },
    })
  })

  it('is sent again only when it was changed here, and not while a person has to decide', () => {
    const conflict = { f1: { reason: 'conflict', here: '', there: '' } } as const
    expect(changedHere([link()], { f1: 'M' }, { f1: 'M' }, {})).toEqual({})
    expect(changedHere([link()], { f1: 'L' }, { f1: 'M' }, {})).toEqual({ f1: 'L' })
    expect(changedHere([link()], { f1: 'L' }, { f1: 'M' }, conflict)).toEqual({})
    expect(changedHere([link({ direction: 'to' })], { f1: 'M' }, { f1: 'M' }, {})).toEqual({ f1: 'M' })
  })
})

describe('what comes in', () => {
  const from = (
    { here, there, before, ...rest }: { here: string; there?: string; before?: string } & Partial<StoredLink>,
    isRewritten = false,
  ) =>
    incoming([link(rest)], {
      valueOf: () => here,
      theirs: there === undefined ? {} : { f1: there },
      base: before === undefined ? {} : { f1: before },
      isRewritten,
    })

  it('fills in a blank, and erases nothing with one', () => {
    expect(from({ here: '', there: 'M' })).toMatchObject({ taken: { 'variable:Size': 'M' }, known: { f1: 'M' } })
    expect(from({ here: 'M', there: '' })).toEqual({ taken: {}, known: {}, faults: { f1: null } })
    expect(from({ here: 'M' })).toEqual({ taken: {}, known: {}, faults: {} })
    expect(from({ here: 'M', there: ' ', direction: 'from' })).toMatchObject({ taken: {} })
  })

  it('when both sides meet: ours stays unless names may be overwritten', () => {
    expect(from({ here: 'M', there: 'L' })).toMatchObject({ taken: {}, known: {} })
    expect(from({ here: 'M', there: 'L' }, true)).toMatchObject({ taken: { 'variable:Size': 'L' } })
    expect(from({ here: 'M', there: 'L', direction: 'from' })).toMatchObject({ taken: { 'variable:Size': 'L' } })
  })

  it('afterwards the last change counts, what waits here is kept, and two changes are a conflict', () => {
    expect(from({ here: 'M', there: 'L', before: 'M' })).toMatchObject({ taken: { 'variable:Size': 'L' } })
    expect(from({ here: 'L', there: 'M', before: 'M' }, true)).toMatchObject({ taken: {}, known: {} })
    expect(from({ here: 'L', there: 'S', before: 'M' }, true)).toEqual({
      taken: {},
      known: {},
      faults: { f1: { reason: 'conflict', here: 'L', there: 'S' } },
    })
    expect(from({ here: 'L', there: 'L', before: 'M' })).toMatchObject({ taken: {}, known: { f1: 'L' } })
  })

  it('compares in the spelling of the kind, and tells what is no value here', () => {
    expect(from({ here: '01.05.1990', there: '1990-05-01', kind: 'date' })).toMatchObject({ taken: {} })
    expect(from({ here: '', there: 'soon', kind: 'text', ourKind: 'date' })).toMatchObject({
      taken: {},
      faults: { f1: { reason: 'there', there: 'soon' } },
    })
    expect(from({ here: '', there: 'x'.repeat(201) })).toMatchObject({ taken: {}, faults: { f1: { reason: 'there' } } })
  })
})

it('faults of what was looked at replace those before', () => {
  const fault = { reason: 'here', here: 'x', there: '' } as const
  expect(mergedFaults({ f1: fault, f2: fault }, { f1: null })).toEqual({ f2: fault })
  expect(mergedFaults({ f1: fault }, { f1: null })).toBeNull()
  expect(mergedFaults(null, {})).toBeNull()
})

describe('guesses', () => {
  it('go by name in any spelling, once for each field, and never across kinds', () => {
    const guesses = guessPairs(
      [
        ours('shoeSize', { description: 'Размер обуви' }),
        ours('Since', { kind: 'date' }),
        ours('VIP', { kind: 'flag' }),
        ours('vip2', { description: 'V I P' }),
        ours('link', { ours: 'card:link', group: 'card', isSentOnly: true }),
        ours('number', { ours: 'card:number', group: 'card', isSentOnly: true }),
        ours('Used'),
      ],
      [
        theirs('1', 'РАЗМЕР  обуви'),
        theirs('2', 'since', { kind: 'flag' }),
        theirs('3', 'v.i.p.', { kind: 'flag' }),
        theirs('4', 'Ссылка на карту'),
        theirs('5', 'Card number', { isWritable: false }),
        theirs('6', 'used'),
      ],
      [link({ ours: 'variable:Used', theirs: '7' })],
    )
    expect(guesses).toEqual([
      { ours: 'variable:shoeSize', theirs: '1' },
      { ours: 'variable:VIP', theirs: '3' },
      { ours: 'card:link', theirs: '4' },
    ])
  })
})

it('tells what became of a field: gone, of another kind, deleted here, or back again', () => {
  const state = (theirField: TheirField[], ourFields: OurField[], change: Partial<StoredLink> = {}) =>
    checkedLinks([link(change)], theirField, ourFields)[0]
  const kind = (one: CrmValueKind) => ours('Size', { kind: one })
  expect(state([theirs('f1', 'Shoes')], [kind('text')])).toMatchObject({ state: 'ok', name: 'Shoes' })
  expect(state([], [kind('text')])).toMatchObject({ state: 'gone', name: 'Size' })
  expect(state([theirs('f1', 'Size', { kind: 'flag' })], [kind('date')])).toMatchObject({ state: 'kind' })
  expect(state([theirs('f1', 'Size', { isWritable: false })], [kind('text')])).toMatchObject({ state: 'kind' })
  expect(state([theirs('f1', 'Size')], [])).toMatchObject({ state: 'ours' })
  expect(state([theirs('f1', 'Size')], [kind('text')], { state: 'gone' })).toMatchObject({ state: 'ok' })
})
