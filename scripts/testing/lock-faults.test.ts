import { expect, test } from 'vitest'
import { lockFaults } from './lock-faults.ts'

const manifest = { dependencies: { zod: '4.6.7' } }
const lock = {
  packages: { '': { dependencies: { zod: '4.6.7' } }, 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-x' } },
}

test('a lock with exact versions, hashes and no host is faultless', () => {
  expect(lockFaults(manifest, lock)).toEqual([])
})

test('an open version, a differing lock and a forgotten package are named', () => {
  expect(lockFaults({ dependencies: { zod: '^4.6.7' } }, lock)).toEqual([
    'package.json: zod "^4.6.7" is no exact version',
    'package-lock.json: zod is "4.6.7", package.json says "^4.6.7"',
  ])
  expect(lockFaults({}, lock)).toEqual(['package-lock.json: zod is in no package.json'])
})

test('an address of a registry, a missing hash and a link are named', () => {
  const bound = {
    packages: {
      ...lock.packages,
      'node_modules/a': { resolved: 'https://registry.example/a.tgz' },
      'node_modules/b': { link: true },
    },
  }
  expect(lockFaults(manifest, bound)).toEqual([
    'package-lock.json: node_modules/a is bound to an address',
    'package-lock.json: node_modules/a has no hash',
    'package-lock.json: node_modules/b is a link',
  ])
})
