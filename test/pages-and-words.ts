/** Which page is opened where and which words it waits for, read from the routes. */
import { posix } from 'node:path'
import { FIRST_ROOMS, INSIDE_ROOMS } from '../words/rooms.ts'
import type { Tree } from './imports.ts'

export type OpenedPage = { page: string; rooms: readonly string[] }

/** Where pages and dialogs are opened that are not part of others. */
export const isOpener = (file: string) =>
  /^web\/(.+\/)?routes\.ts$|^web\/(app\.tsx|over-page\.tsx|shell\/route-frames\.ts)$/.test(file)

const PARENT = /(?:getParentRoute: \(\) => (\w+),(?:(?!getParentRoute).)*?)?/
const LOADED = /(?:lazyPage|withWords)\(\s*\(\) => import\('([^']+)'\)/
const ROOMS = /((?:,\s*(?:'\w+'|\.\.\.INSIDE_ROOMS))*),?\s*\)/
const OPENED = new RegExp(PARENT.source + LOADED.source + ROOMS.source, 'gs')

/** Frames that wait for the words of their own, before any of their pages is drawn. */
const OUTSIDE = new Set(['root', 'outside', undefined])

export function openedPages(tree: Tree): OpenedPage[] {
  return [...tree].flatMap(([file, text]) =>
    isOpener(file)
      ? [...text.matchAll(OPENED)].map(([, parent, path = '', names = '']) => ({
          page: posix.join(posix.dirname(file), path),
          rooms: [
            ...FIRST_ROOMS,
            ...(!OUTSIDE.has(parent) || names.includes('...INSIDE_ROOMS') ? INSIDE_ROOMS : []),
            ...[...names.matchAll(/'([a-z]\w*)'/g)].map(([, room = '']) => room),
          ],
        }))
      : [],
  )
}
