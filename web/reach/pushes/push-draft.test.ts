import { expect, test } from 'vitest'
import { mergeDrafts } from '../../base/draft/merge.ts'
import { isSame } from '../../base/draft/same.ts'
import {
  characterCount,
  checksOf,
  type Draft,
  EMPTY_DRAFT,
  essenceOf,
  faultsOf,
  LISTS,
  unknownVariables,
} from './push-draft.ts'

const isSameDraft = (one: Draft, other: Draft) => isSame(essenceOf(one), essenceOf(other))

test('a family of emoji counts as one character', () => {
  expect(characterCount('Hi 👨‍👩‍👧‍👦!')).toBe(5)
})

test('an unknown variable prevents saving, and none does while they are loading', () => {
  expect(unknownVariables('Hi {cardholder}, {nothing} {nothing}', ['cardholder'])).toEqual(['nothing'])
  expect(faultsOf({ ...EMPTY_DRAFT, name: 'x', message: '{nothing}' }, ['cardholder'])).toEqual({
    message: 'unknown_variable',
  })
  expect(faultsOf({ ...EMPTY_DRAFT, name: 'x', message: '{nothing}' }, null)).toEqual({})
})

test('a draft may be saved without a text and without an audience, but not without a name', () => {
  expect(faultsOf(EMPTY_DRAFT, [])).toEqual({ name: 'required' })
  expect(faultsOf({ ...EMPTY_DRAFT, name: 'Friday' }, [])).toEqual({})
  expect(faultsOf({ ...EMPTY_DRAFT, name: 'Friday', message: 'x'.repeat(501) }, [])).toEqual({ message: 'too_long' })
})

test('the list before sending has what is missing', () => {
  expect(
    checksOf({ ...EMPTY_DRAFT, name: 'Friday', message: ' ', templates: ['a'] }, false)
      .filter((check) => !check.isDone)
      .map((check) => check.name),
  ).toEqual(['message', 'cards'])
})

test('the order of the chosen templates is not a change', () => {
  expect(isSameDraft({ ...EMPTY_DRAFT, templates: ['a', 'b'] }, { ...EMPTY_DRAFT, templates: ['b', 'a'] })).toBe(true)
})

test('a push to be switched on needs a point; the page keys of points are not a change', () => {
  const geo = {
    ...EMPTY_DRAFT,
    type: 'geo' as const,
    places: [{ pageKey: 'a', name: 'Shop', text: '', latitude: '1', longitude: '2' }],
  }
  expect(checksOf({ ...geo, places: [] }, true).find((check) => check.name === 'points')?.isDone).toBe(false)
  expect(checksOf(geo, true).find((check) => check.name === 'points')?.isDone).toBe(true)
  expect(isSameDraft(geo, { ...geo, places: geo.places.map((place) => ({ ...place, pageKey: 'b' })) })).toBe(true)
  expect(isSameDraft(geo, { ...geo, places: geo.places.map((place) => ({ ...place, latitude: '1.1' })) })).toBe(false)
})

test('two people who change different points, cards and texts both keep their changes', () => {
  const point = (name: string, text = '') => ({
    pageKey: crypto.randomUUID(),
    name,
    text,
    latitude: '1',
    longitude: '2',
  })
  const base: Draft = {
    ...EMPTY_DRAFT,
    type: 'geo',
    name: 'Near',
    templates: ['a'],
    places: [point('Shop'), point('Bar')],
  }
  const mine = { ...base, message: 'Come in', templates: ['a', 'b'], places: [point('Shop', 'Mine'), point('Bar')] }
  const theirs = { ...base, templates: ['c'], places: [point('Shop'), point('Bar'), point('Kiosk')] }
  const { value, conflicts } = mergeDrafts<Draft>(base, mine, theirs, LISTS)
  expect(conflicts).toEqual([])
  expect([value.message, ...value.templates].sort()).toEqual(['Come in', 'b', 'c'])
  expect(value.places.map(({ name, text }) => [name, text])).toEqual([
    ['Shop', 'Mine'],
    ['Bar', ''],
    ['Kiosk', ''],
  ])
})
