import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { masterKey } from './master-key.ts'
import { isNoRoom, writeWhole } from './whole-file.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kartoteka-whole-'))
  file = join(folder, 'one')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Whatever is written to the draft of this file finds no room. */
const fillDisk = (of: string) => symlinkSync('/dev/full', `${of}.${process.pid}`)

test('is written for its owner alone, and replaced, kept or refused where one lies', () => {
  writeWhole(file, 'first')
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['first', 0o600])
  writeWhole(file, 'second')
  writeWhole(file, 'third', 'once')
  expect(() => writeWhole(file, 'fourth', 'new')).toThrow('EEXIST')
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['second', ['one']])
})

test.runIf(existsSync('/dev/full'))('on a full disk leaves what was there, and nothing beside it', () => {
  writeFileSync(file, 'before')
  fillDisk(file)
  let thrown: unknown
  try {
    writeWhole(file, 'after')
  } catch (error) {
    thrown = error
  }
  expect(isNoRoom(thrown)).toBe(true)
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['before', ['one']])
})

test.runIf(existsSync('/dev/full'))(
  'a master key for which there is no room is none, and the next start makes one',
  () => {
    const env = readEnv({ DATA_DIR: folder }, folder)
    fillDisk(join(folder, 'master.key'))
    expect(() => masterKey(env)).toThrow('the master key cannot be kept')
    expect(readdirSync(folder)).toEqual([])
    expect(masterKey(env)).toEqual(masterKey(env))
    expect(readdirSync(folder)).toEqual(['master.key'])
  },
)
