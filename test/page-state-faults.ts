/**
 * A page is empty, locked, read-only, on its way, failed or offline by one part for each (web/parts, web/base): finds
 * what draws such a state on its own, and pages that have no part for it.
 */
import { posix } from 'node:path'
import type { Tree } from './imports.ts'

const LOADING = 'web/parts/loading.tsx'
const TABLE = 'web/parts/data-table/data-table.tsx'
const UNREAD = 'web/parts/unread-page.tsx'
const REFUSAL = 'web/base/refusal.tsx'

/** Parts of the frame and the parts themselves know of states that pages do not. */
const isPart = (file: string) => /^web\/(base|parts|shell)\//.test(file)
const isPageCode = (file: string) => file.startsWith('web/') && !isPart(file) && !/\.test\.tsx?$/.test(file)

/** A spinner inside of one control, and a frame that is drawn when its document is there. */
const OWN_SIGNS: ReadonlySet<string> = new Set([
  'web/people/imports/upload.tsx',
  'web/platform/codes/code-entry.tsx',
  'web/people/forms/preview.tsx',
])
/** Money has its own words for what a plan does, and leads to it. */
const OF_PLANS = /^web\/business\/(finance\/(frame|plan-step)|dashboard\/tiles|routes)\.tsx?$/

type Rule = { fault: string; found: RegExp; allowed?: (file: string) => boolean }

const RULES: readonly Rule[] = [
  {
    fault: 'draws its own shapes of what is on its way: take Loading',
    found:
      /import \{[^}]*\b(Skeleton|Loader|LoadingOverlay)\b[^}]*\} from '@mantine\/core'|slow-note\.tsx|aria-busy="true"/,
    allowed: (file) => OWN_SIGNS.has(file),
  },
  {
    fault: 'leads to the plans on its own: take PlanBanner or PlanLink',
    found: /balance\/tariffs-overview/,
    allowed: (file) => OF_PLANS.test(file),
  },
  {
    fault: 'asks on its own whether the business is read-only: take WriteButton, ReadOnlyNote or useReadOnly',
    found: /\bcabinet\.isLimited\b|common\.readOnly\./,
    allowed: (file) => file.startsWith('web/business/operator/'),
  },
  {
    fault: 'names a state of a page: the parts do',
    found: /data-state="(empty|locked|limited|loading|failed|offline)"/,
  },
  {
    fault: 'looks for a connection on its own: the frame and PagePanel say so',
    found: /\bnavigator\.onLine\b|shell\.banner\.offline|common\.offline\./,
  },
]

export function ownStates(tree: Tree): string[] {
  return [...tree]
    .filter(([file]) => isPageCode(file))
    .flatMap(([file, text]) =>
      RULES.filter((rule) => rule.found.test(text) && !rule.allowed?.(file)).map((rule) => `${file} ${rule.fault}`),
    )
}

/** What the routes load as a page: the file of each `lazyPage(() => import('…'), …)`. */
function pagesOf(tree: Tree): string[] {
  const found = new Set<string>()
  for (const [file, text] of tree)
    if (/^web\/(\w+\/)?routes\.ts$/.test(file))
      for (const [, to = ''] of text.matchAll(/import\('(\.[^']+)'\)/g))
        found.add(posix.normalize(posix.join(posix.dirname(file), to)))
  return [...found].sort()
}

/** Files that one names at run time. A pattern instead of a parser: pages are read once for each that uses them. */
function namedBy(file: string, text: string): string[] {
  return [
    ...text.matchAll(/^(?:import (?!type )[^;]*?from |export [^;]*?from |import )'(\.[^']+)'|import\('(\.[^']+)'\)/gms),
  ].map(([, first, later]) => posix.normalize(posix.join(posix.dirname(file), first ?? later ?? '')))
}

/** All that a page is made of: its own files, and the parts of others that it names. */
function reached(tree: Tree, page: string): Set<string> {
  const seen = new Set<string>()
  const waiting = [page]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const text = tree.get(file)
    if (seen.has(file) || text === undefined) continue
    seen.add(file)
    if (file.startsWith('web/base/') || file.startsWith('web/shell/')) continue
    waiting.push(...namedBy(file, text))
  }
  return seen
}

/** @param still pages that show nothing of what they read, with the reason */
export function statelessPages(tree: Tree, still: ReadonlyMap<string, string>): string[] {
  const pages = pagesOf(tree)
  const found = pages.flatMap((page) => {
    const files = reached(tree, page)
    if (still.has(page) || ![...files].some((file) => isPageCode(file) && /\buseRead\(/.test(tree.get(file) ?? '')))
      return []
    const missing = [
      !files.has(LOADING) && !files.has(TABLE) && 'no shapes of what is on its way',
      !files.has(REFUSAL) && !files.has(UNREAD) && !files.has(TABLE) && 'no other try after a failure',
    ].filter((one) => one !== false)
    return missing.map((one) => `${page} has ${one}`)
  })
  const gone = [...still.keys()].filter((page) => !pages.includes(page)).map((page) => `${page} is no page`)
  return [...found, ...gone]
}
