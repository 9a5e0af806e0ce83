/** Reads who imports whom with a real parser: types, dynamic imports and re-exports included. */
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'oxc-parser'

/** `to` is a path of the tree, `node:…` or `package:…`. */
export type Import = { from: string; to: string; isType: boolean }
/** Text of each file by its path from the root, with slashes. */
export type Tree = ReadonlyMap<string, string>

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = [
  'contract',
  'words',
  'card',
  'server',
  'web',
  'pages',
  'phone',
  'emulators',
  'db',
  'test',
  'bench',
  'scripts',
]

/** Every source file. */
export function readTree(): Tree {
  const files = globSync(`{${FOLDERS.join(',')}}/**/*.{ts,tsx}`, { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
  return new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
}

function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), specifier))
  if (specifier.startsWith('node:')) return specifier
  return `package:${specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')}`
}

/** Imports inside a type, `import('./shape.ts').Shape`. */
function typeImportsOf(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) for (const one of node) typeImportsOf(one, found)
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node && node.type === 'TSImportType' && 'source' in node)
      found.push((node.source as { value: string }).value)
    for (const value of Object.values(node)) if (typeof value === 'object') typeImportsOf(value, found)
  }
  return found
}

/** @throws Error when the file does not parse: a rule that reads nothing must not be green */
export function importsOf(file: string, text: string): Import[] {
  const { module, program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file} does not parse: ${errors[0].message}`)
  const found: [specifier: string, isType: boolean][] = []
  for (const one of module.staticImports)
    found.push([one.moduleRequest.value, one.entries.length > 0 && one.entries.every((entry) => entry.isType)])
  for (const one of module.staticExports.flatMap((statement) => statement.entries)) {
    if (one.moduleRequest) found.push([one.moduleRequest.value, one.isType])
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^\s*(['"`])([^'"`$]+)\1/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2]
    if (literal !== undefined) found.push([literal, false])
  }
  if (text.includes('import(')) for (const specifier of typeImportsOf(program)) found.push([specifier, true])
  return found.map(([specifier, isType]) => ({ from: file, to: targetOf(file, specifier), isType }))
}

/** Files that import each other in a ring, each ring once: `a.ts → b.ts → a.ts`. */
export function circlesOf(imports: readonly Import[]): string[] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) next.set(from, (next.get(from) ?? new Set()).add(to))
  const state = new Map<string, 'open' | 'done'>()
  const circles: string[] = []
  const visit = (file: string, way: readonly string[]) => {
    state.set(file, 'open')
    for (const to of next.get(file) ?? []) {
      if (state.get(to) === 'open') circles.push([...way.slice(way.indexOf(to)), to].join(' → '))
      else if (!state.has(to)) visit(to, [...way, to])
    }
    state.set(file, 'done')
  }
  for (const file of [...next.keys()].sort()) if (!state.has(file)) visit(file, [file])
  return circles
}
