import { expect, test } from 'vitest'
import { reachable } from './outside.ts'

const page = 'http://127.0.0.1:8080/phone'

test('localhost and 127.0.0.1 with the same port are one machine', () => {
  expect(reachable('http://localhost:8080/f/mila?a=1', page)).toBe('http://127.0.0.1:8080/f/mila?a=1')
  expect(reachable('http://localhost:9090/f/mila', page)).toBe('http://localhost:9090/f/mila')
})

test('a path alone is taken on this server and an outside address stays as it is', () => {
  expect(reachable('/f/mila', page)).toBe('http://127.0.0.1:8080/f/mila')
  expect(reachable('https://pay.google.com/gp/v/save/x', page)).toBe('https://pay.google.com/gp/v/save/x')
})

test('the public address of the server is reached through the page', () => {
  expect(reachable('https://cards.example/apple', page, 'https://cards.example')).toBe('http://127.0.0.1:8080/apple')
})
