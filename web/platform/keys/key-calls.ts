/** The calls that a key can make, read from the contract itself, each with a command that makes it. */
import { ALL_ROOMS } from '../../../contract/all.ts'
import type { Call } from '../../../contract/call.ts'
import { EXAMPLE_BODIES } from '../../../contract/examples.ts'
import { type Scope, SCOPES } from '../../../contract/limits.ts'

export type KeyCall = { name: string; one: Call; scope: Scope }

const depthOf = ({ path }: Call) => path.split('/').length

/** By scope, in the order in which scopes are offered; lists before what needs an id of theirs. */
export function keyCalls(): KeyCall[] {
  const all = Object.values(ALL_ROOMS)
    .flatMap((room) => Object.entries(room as Readonly<Record<string, Call>>))
    .toSorted(([, left], [, right]) => depthOf(left) - depthOf(right))
  return SCOPES.flatMap((scope) => all.flatMap(([name, one]) => (one.scope === scope ? [{ name, one, scope }] : [])))
}

const shout = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()

/** Placeholder for a part of the path. */
function placeholderOf(path: string, name: string): string {
  if (name === 'pushType') return 'text'
  if (name === 'pushUuid') return 'PUSH_ID'
  if (name !== 'id' && name !== 'uuid') return shout(name)
  const noun = new RegExp(`/(\\w+?)s?/\\{${name}\\}`).exec(path)?.[1] ?? 'ROW'
  return `${shout(noun)}_ID`
}

/** Path with its placeholders filled in. */
export function pathFor({ path }: Pick<Call, 'path'>, cabinet: number): string {
  const valueOf = (name: string) => (name === 'c' ? String(cabinet) : placeholderOf(path, name))
  return `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name))}`
}

/** A single quote inside single quotes closes them, is escaped and opens them again. */
const inQuotes = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

export function curlOf({ name, one }: Pick<KeyCall, 'name' | 'one'>, origin: string, cabinet: number): string {
  const body = EXAMPLE_BODIES[one.operationId ?? name]
  const query = one.paged ? '?page=1&limit=25' : ''
  return [
    `curl ${one.method === 'GET' ? '' : `-X ${one.method} `}${inQuotes(origin + pathFor(one, cabinet) + query)}`,
    `-H "Authorization: Bearer $API_KEY"`,
    ...(body ? [`-H 'Content-Type: application/json'`, `-d ${inQuotes(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ')
}
