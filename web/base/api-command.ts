/** Commands that make calls of the API, with the key of a program, written from the contract itself. */
import type { Call } from '../../contract/call.ts'
import { EXAMPLE_BODIES } from '../../contract/examples.ts'

const shout = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()

/** Placeholder for a part of the path. */
function placeholderOf(path: string, name: string): string {
  if (name === 'pushType') return 'text'
  if (name !== 'id' && name !== 'uuid') return shout(name.replace(/Uuid$/, 'Id'))
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

/** @param name of the call in its room; examples of bodies are kept by it */
export function curlOf({ name, one }: { name: string; one: Call }, origin: string, cabinet: number): string {
  const body = EXAMPLE_BODIES[one.operationId ?? name]
  const query = one.paged ? '?page=1&limit=25' : ''
  return [
    `curl ${one.method === 'GET' ? '' : `-X ${one.method} `}${inQuotes(origin + pathFor(one, cabinet) + query)}`,
    `-H "Authorization: Bearer $API_KEY"`,
    ...(body ? [`-H 'Content-Type: application/json'`, `-d ${inQuotes(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ')
}
