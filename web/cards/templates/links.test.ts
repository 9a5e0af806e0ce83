import { expect, it } from 'vitest'
import { CardLink } from '../../../contract/cards/design.ts'
import { repairLink } from './links.ts'

it.each([
  ['coffee.example', 'https://coffee.example'],
  ['coffee.example/menu?x=1', 'https://coffee.example/menu?x=1'],
  ['hello@coffee.example', 'mailto:hello@coffee.example'],
  ['+49 151 234-56', 'tel:+49 151 234-56'],
  [' https://coffee.example ', 'https://coffee.example'],
  ['tel:+420123', 'tel:+420123'],
])('%s becomes %s, which a card takes', (typed, wanted) => {
  expect(repairLink(typed)).toBe(wanted)
  expect(CardLink.safeParse({ uri: wanted, text: 'x' }).success).toBe(true)
})

it.each(['', 'our menu', 'javascript:alert(1)'])('%j stays as it was typed', (typed) =>
  expect(repairLink(typed)).toBe(typed),
)
