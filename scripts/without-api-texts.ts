/** Titles and descriptions of calls are for the API document: the build leaves them out of what a browser loads. */
import { parseSync, Visitor } from 'oxc-parser'
import type { Plugin } from 'vite'

const LEFT_OUT: ReadonlySet<string> = new Set(['summary', 'description'])

type Range = { start: number; end: number }

/** The code of a file of `contract/` without the titles and descriptions of its calls. */
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

export const apiTextsLeftOut = (): Plugin => ({
  name: 'api-texts-left-out',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/\w+\/[\w-]+\.ts$/ },
    handler: (code) => ({ code: withoutApiTexts(code), map: null }),
  },
})
