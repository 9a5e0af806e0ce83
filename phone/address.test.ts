import { expect, test } from 'vitest'
import { addressOf, isPassLink, isSaveLink, withDevice } from './address.ts'

const page = 'http://127.0.0.1:8080/phone?lang=en'

test('a link, a path and an address without http all lead to the same page', () => {
  for (const text of ['http://localhost:8080/f/mila', '/f/mila', '127.0.0.1:8080/f/mila', ' localhost:8080/f/mila ']) {
    expect(addressOf(text, page)?.href).toBe('http://127.0.0.1:8080/f/mila')
  }
})

test('a script, an email address and an empty text are no addresses', () => {
  for (const text of ['javascript:alert(1)', 'mailto:a@b.c', '', '   ']) expect(addressOf(text, page)).toBeNull()
})

test('own pages learn which phone shows them, the wallet of the outside world does not', () => {
  expect(withDevice(new URL('http://h/f/mila?lang=de'), 'iphone').href).toBe('http://h/f/mila?lang=de&device=iphone')
  expect(withDevice(new URL('http://h/outside/google/gp/v/save/x'), 'android').search).toBe('')
})

test('links to passes and to the save page are recognised by their paths', () => {
  expect(isPassLink(new URL('http://h/p/abc/card.pkpass?x=1'))).toBe(true)
  expect(isSaveLink(new URL('https://pay.google.com/gp/v/save/eyJ'))).toBe(true)
  expect(isPassLink(new URL('http://h/p/abc'))).toBe(false)
})
