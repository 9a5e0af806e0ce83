/**
 * What only the server and the API document need (texts of calls, where an update finds saved values, shapes of
 * answers, JSON schemas) is left out of what a browser loads: it would be made at each start.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import type { Plugin } from 'vite'

const LEFT_OUT: ReadonlySet<string> = new Set(['summary', 'description', 'keeps', 'reply'])

type Range = { start: number; end: number }

/** Shapes that a form or a page checks with, such as `createForm.body`. A browser needs no other shape of a call. */
export function shapesUsed(sources: readonly string[]): ReadonlySet<string> {
  return new Set(sources.flatMap((text) => text.match(/\b\w+\.(?:body|query)\b/g) ?? []))
}

/**
 * The code of a file of `contract/` without the parts of its calls that no browser reads.
 * @param used `name.body` and `name.query` of calls that keep them
 */
export function withoutApiTexts(code: string, used: ReadonlySet<string>): string {
  const { program, errors } = parseSync('contract.ts', code)
  if (errors[0]) throw new Error(`the contract does not parse: ${errors[0].message}`)
  const texts: Range[] = []
  const names = new Map<unknown, string>()
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier') names.set(init, id.name)
    },
    Property({ key, value }) {
      if (key.type === 'Identifier') names.set(value, key.name)
    },
    CallExpression(call) {
      const { callee, arguments: given } = call
      const spec = given[2]
      if (callee.type !== 'Identifier' || callee.name !== 'call' || spec?.type !== 'ObjectExpression') return
      const isRead = (part: string) =>
        part === 'body' || part === 'query' ? used.has(`${names.get(call)}.${part}`) : !LEFT_OUT.has(part)
      for (const part of spec.properties)
        if (part.type === 'Property' && part.key.type === 'Identifier' && !isRead(part.key.name)) texts.push(part)
    },
  }).visit(program)
  return texts
    .toSorted((left, right) => right.start - left.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ''), code)
}

/**
 * The same code, whose shapes are made only where something uses them: a bundler cannot know that making one changes
 * nothing else, and would keep those of which only the type is used.
 */
export function withShapesOnDemand(code: string): string {
  const made = parseSync('contract.ts', code)
    .program.body.map((line) => (line.type === 'ExportNamedDeclaration' ? line.declaration : line))
    .flatMap((line) => (line?.type === 'VariableDeclaration' ? line.declarations : []))
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []))
  return made.reduceRight(
    (rest, { start, end }) =>
      `${rest.slice(0, start)}/* @__PURE__ */ (() => ${rest.slice(start, end)})()${rest.slice(end)}`,
    code,
  )
}

/** A module with the same exports, all undefined: shapes name these functions and call them only for a JSON schema. */
export function withoutExports(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
  if (names.length === 0) throw new Error('the module exports nothing that could be left out')
  return names.map((name) => `export const ${name} = undefined\n`).join('')
}

const CONTRACT = /\/contract\/(?:\w+\/)?[\w-]+\.ts$/
const JSON_SCHEMAS = /\/zod\/v4\/core\/json-schema-processors\.js$/

const ROOT = join(import.meta.dirname, '..')

/** What is read by a browser: the back office, the test phone, and the cards in both. */
export const browserSources = (): string[] =>
  globSync('{web,phone,card}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))

export function apiDocumentLeftOut(): Plugin {
  let used: ReadonlySet<string> = new Set()
  return {
    name: 'api-document-left-out',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      used = shapesUsed(browserSources())
    },
    transform: {
      filter: { id: [CONTRACT, JSON_SCHEMAS] },
      handler: (code, id) => ({
        code: CONTRACT.test(id) ? withShapesOnDemand(withoutApiTexts(code, used)) : withoutExports(code),
        map: null,
      }),
    },
  }
}
