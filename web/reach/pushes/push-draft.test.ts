import { expect, test } from 'vitest'
import { characterCount, checksOf, EMPTY_DRAFT, faultsOf, isSameDraft, unknownVariables } from './push-draft.ts'

test('a family of emoji counts as one character', () => {
  expect(characterCount('Hi 👨‍👩‍👧‍👦!')).toBe(5)
})

test('a variable that the cabinet does not have stops saving, and none does while they are not loaded', () => {
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

test('the list before sending says what is missing', () => {
  expect(
    checksOf({ ...EMPTY_DRAFT, name: 'Friday', message: ' ', templates: ['a'] }, false)
      .filter((check) => !check.isDone)
      .map((check) => check.name),
  ).toEqual(['message', 'cards'])
})

test('the order in which templates were chosen is no change', () => {
  expect(isSameDraft({ ...EMPTY_DRAFT, templates: ['a', 'b'] }, { ...EMPTY_DRAFT, templates: ['b', 'a'] })).toBe(true)
})

test('what is switched on needs a point too; how points are told apart on the page is no change', () => {
  const geo = {
    ...EMPTY_DRAFT,
    type: 'geo' as const,
    places: [{ key: 'a', name: 'Shop', text: '', latitude: '1', longitude: '2' }],
  }
  expect(checksOf({ ...geo, places: [] }, true).find((check) => check.name === 'points')?.isDone).toBe(false)
  expect(checksOf(geo, true).find((check) => check.name === 'points')?.isDone).toBe(true)
  expect(isSameDraft(geo, { ...geo, places: geo.places.map((place) => ({ ...place, key: 'b' })) })).toBe(true)
  expect(isSameDraft(geo, { ...geo, places: geo.places.map((place) => ({ ...place, latitude: '1.1' })) })).toBe(false)
})
