/**
 * Which tests a change needs: those of the rooms it touches, and those that import a changed file. Imports through
 * files that join every room (`server/main.ts`, the test server) do not count: everything is connected through them.
 */
import { execFileSync } from 'node:child_process'
import { type Import, importsOf, readTree, type Tree } from '../../test/imports.ts'

const TEST = /\.test\.tsx?$/
/** Longer than everything else together: `npm test` runs them. */
const LONG = /\.slow\.test\.tsx?$|^test\/stories\/screens|^test\/hostile|^test\/start/
/** Walks over all rooms that take a second: rules of the tree, texts, the contract. */
const WALKS = ['test/rooms.test.ts', 'test/words.test.ts', 'test/contract.test.ts']
/** A file with more imports than this joins rooms. */
const JOINS = 40
/** Folders that are no nouns of the product. */
const NO_ROOM = /^(index|all|base|parts|shell|test|stories|scripts|docs|db|migrations|en|cz|de|ru|rooms?|main)$/

/** Paths that differ from the common ancestor with main, uncommitted and new files included. */
export function changedFiles(root: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const base = (() => {
    for (const main of ['origin/main', 'main']) {
      try {
        return git('merge-base', 'HEAD', main).trim()
      } catch {
        // There is no such branch here.
      }
    }
    return 'HEAD'
  })()
  const lines = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')].join('\n')
  return [...new Set(lines.split('\n').filter((line) => line !== ''))].sort()
}

/** The nouns a path is about: of `server/people/clients/sql.ts` it is `clients`. */
export function roomsOf(path: string): string[] {
  const parts = path.replace(/(\.slow)?(\.test)?\.\w+$/, '').split('/')
  const isRoomFolder = /^(server|web)$/.test(parts[0] ?? '') && parts.length > 3
  const room = isRoomFolder ? parts[2] : /^(contract|words|emulators|test)$/.test(parts[0] ?? '') ? parts.at(-1) : ''
  return room === undefined || room === '' || NO_ROOM.test(room) ? [] : [room]
}

/** Files that join rooms do not lead from one room to another: the main program, and what tests and stories use. */
const isJoint = (file: string, imports: number) => imports > JOINS || /^(test|db|words|bench)\//.test(file)

/** Files that reach one of these through imports; a change of a type is the compiler's to find. */
function importersOf(files: readonly string[], all: readonly Import[]): Set<string> {
  const imports = all.filter(({ isType }) => !isType)
  const own = Map.groupBy(imports, ({ from }) => from)
  const back = Map.groupBy(imports, ({ to }) => to)
  const found = new Set(files)
  for (const file of found) {
    if (isJoint(file, own.get(file)?.length ?? 0) && !(files.includes(file) && file.startsWith('test/'))) continue
    for (const { from } of back.get(file) ?? []) found.add(from)
  }
  return found
}

/** The browser and the server know each other by the contract alone: neither can break the other's tests. */
const areApart = (one: string, other: string) =>
  ['web server', 'server web'].includes([one, other].map((path) => path.split('/')[0]).join(' '))

/** @param changed paths from the root of the tree */
export function selectTests(changed: readonly string[], tree: Tree): string[] {
  const imports = [...tree].flatMap(([file, text]) => importsOf(file, text))
  const near = importersOf(changed, imports)
  const touched = changed.flatMap((from) => roomsOf(from).map((room) => ({ from, room })))
  const isAsked = (file: string) =>
    near.has(file) ||
    roomsOf(file).some((room) => touched.some((one) => one.room === room && !areApart(one.from, file)))
  const tests = [...tree.keys()].filter((file) => TEST.test(file) && !LONG.test(file) && isAsked(file))
  const walks = changed.some((file) => tree.has(file) || file.startsWith('words/')) ? WALKS : []
  return [...new Set([...tests, ...walks.filter((file) => tree.has(file))])].sort()
}

export const testsOf = (changed: readonly string[]): string[] =>
  changed.length === 0 ? [] : selectTests(changed, readTree())
