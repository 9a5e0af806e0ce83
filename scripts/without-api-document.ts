/**
 * What only the server and the API document need (texts of calls, where an update finds saved values, JSON schemas) is
 * left out of what a browser loads.
 */
import { parseSync, Visitor } from 'oxc-parser'
import type { Plugin } from 'vite'

const LEFT_OUT: ReadonlySet<string> = new Set(['summary', 'description', 'keeps'])

type Range = { start: number; end: number }

/** The code of a file of `contract/` without the parts of its calls that no browser reads. */
export function withoutApiTexts(code: string): string {
  const { program, errors } = parseSync('contract.ts', code)
  if (errors[0]) throw new Error(`the contract does not parse: ${errors[0].message}`)
  const texts: Range[] = []
  new Visitor({
    CallExpression({ callee, arguments: [, , spec] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'call' || spec?.type !== 'ObjectExpression') return
      for (const part of spec.properties)
        if (part.type === 'Property' && part.key.type === 'Identifier' && LEFT_OUT.has(part.key.name)) texts.push(part)
    },
  }).visit(program)
  return texts
    .toSorted((left, right) => right.start - left.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ''), code)
}

/** A module with the same exports, all undefined: shapes name these functions and call them only for a JSON schema. */
export function withoutExports(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
  if (names.length === 0) throw new Error('the module exports nothing that could be left out')
  return names.map((name) => `export const ${name} = undefined\n`).join('')
}

const CONTRACT = /\/contract\/\w+\/[\w-]+\.ts$/
const JSON_SCHEMAS = /\/zod\/v4\/core\/json-schema-processors\.js$/

export const apiDocumentLeftOut = (): Plugin => ({
  name: 'api-document-left-out',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: [CONTRACT, JSON_SCHEMAS] },
    handler: (code, id) => ({ code: CONTRACT.test(id) ? withoutApiTexts(code) : withoutExports(code), map: null }),
  },
})
