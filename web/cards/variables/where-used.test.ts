import { expect, it } from 'vitest'
import { placesOf } from './where-used.ts'

it('places of a variable are links to the form, the card and the push', () => {
  const uses = {
    id: 'v',
    clients: 0,
    forms: [{ id: 'abc', name: 'Counter' }],
    templates: [{ id: 't1', name: 'Bonus' }],
    pushes: [{ id: 'p1', name: 'Friday' }],
  }
  expect(placesOf(uses, 'shop').map((place) => [place.kind, place.name, place.path])).toEqual([
    ['forms', 'Counter', '/shop/form/abc'],
    ['templates', 'Bonus', '/shop/cards/t1'],
    ['pushes', 'Friday', '/shop/pushes/p1'],
  ])
  expect(placesOf(undefined, 'shop')).toEqual([])
})
