import { describe, expect, it } from 'vitest'
import { readTree } from './imports.ts'
import { oldNames } from './old-names.ts'

const tree = readTree()
const CLEAN = 'server/main.ts'
const faultsOf = (text: string) => oldNames(new Map([[CLEAN, text]]))

describe('old names', () => {
  it('are in no file', () => {
    expect(tree.size).toBeGreaterThan(200)
    expect(oldNames(tree)).toEqual([])
  })

  it.each([
    'export function tellOwner() {}',
    'const toldOfDraft = true',
    'type Answer = { lastHeard: Date }',
    'const FAILURES_TOLD = 3',
    'const playedKeys = []',
    'class Line { #heard = 0 }',
    'import { said } from "./said.ts"',
  ])('are found in %s', (text) => {
    expect(faultsOf(text)).toHaveLength(1)
  })

  it.each([
    '/** Whoever asks gets it. */',
    '// The reason stands in the row.',
    '/** A played service. */',
    '/**\n * The card is\n * meant.\n */',
    'const a = 1 // told twice',
  ])('are found in %j', (text) => {
    expect(faultsOf(text)).toHaveLength(1)
  })

  it('are not what a text or a comment quotes, nor a part of another word', () => {
    expect(
      faultsOf(`
        // Answers “told” or \`said\`; "whoever" is quoted. ISO stands for a name.
        const recommended = 'It was told', shearing = storyteller()
      `),
    ).toEqual([])
  })
})
