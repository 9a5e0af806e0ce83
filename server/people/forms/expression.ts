/**
 * Regular expressions of owners, matched against what strangers send: in linear time, compiled once, and so small that
 * a whole form takes a few milliseconds at most.
 */
import { RE2JS } from 're2js'
import type { FormField } from '../../../contract/people/forms.ts'
import { LRU } from '../../base/lru.ts'
import { countFoldedLetters, countNamedClasses, sizeOfExpression } from './expression-size.ts'

/** No entry of a form is longer. */
export const TEXT_MAX = 200

/** Steps of one expression; compiling more of them takes longer than a call may. */
const STEPS_MAX = 1_000
/** Letters by name take milliseconds to compile. */
const NAMED_CLASSES_MAX = 12
const FORM_CLASSES_MAX = 60
/** Of all expressions of a form together: the engine folds some 30 000 letters in a millisecond. */
const FORM_FOLDED_MAX = 60_000
/** Of all expressions of a form together, steps × letters: at worst they take 80 ns each, so 5 ms for the form. */
const FORM_COST_MAX = 60_000

/** What the engine remembers between matches, for one expression. */
const MEMORY_BYTES = 256 * 1024
const KEPT = 500

export type ExpressionFault =
  | { code: 'bad_regular_expression'; reason: string }
  | { code: 'regular_expression_too_complex' }
export type Expression = { cost: number; matches(text: string): boolean }

/** What matching takes at worst: a longer text than the expression can match is not looked at. */
function costOf({ steps, longest }: { steps: number; longest: number }): number {
  return steps * Math.min(Math.max(longest, 1), TEXT_MAX)
}

function compile(source: string): Expression | ExpressionFault {
  const size = sizeOfExpression(source)
  const cost = costOf(size)
  const isTooMuch =
    size.steps > STEPS_MAX ||
    cost > FORM_COST_MAX ||
    countNamedClasses(source) > NAMED_CLASSES_MAX ||
    countFoldedLetters(source) > FORM_FOLDED_MAX
  if (isTooMuch) return { code: 'regular_expression_too_complex' }
  try {
    // Compiled alone first: an unbalanced bracket must not swallow the anchors.
    RE2JS.compile(source)
    const expression = RE2JS.compile(`^(?:${source})$`)
    const { dfa } = expression.re2()
    dfa.stateBudget = MEMORY_BYTES
    dfa.memBudget = MEMORY_BYTES
    return { cost, matches: (text) => [...text].length <= size.longest && expression.testExact(text) }
  } catch (error) {
    return {
      code: 'bad_regular_expression',
      reason: error instanceof Error ? error.message.slice(0, 120) : 'syntax',
    }
  }
}

const compiled = new LRU<Expression | ExpressionFault>(KEPT)

/** Anchored at both ends. */
export function readExpression(source: string): Expression | ExpressionFault {
  const known = compiled.get(source)
  if (known) return known
  const made = compile(source)
  compiled.set(source, made)
  return made
}

/** Whether matching needs no compiling; else it is done by `compileExpressions`, beside any transaction. */
export function areCompiled(fields: readonly FormField[]): boolean {
  return fields.every((field) => field.type !== 'regex' || compiled.get(field.regularExpression) !== undefined)
}

export function compileExpressions(fields: readonly FormField[]): void {
  for (const field of fields) if (field.type === 'regex') readExpression(field.regularExpression)
}

/** The first field whose expression cannot be used, or with which the form costs too much. */
export function firstExpressionFault(
  fields: readonly FormField[],
): { index: number; fault: ExpressionFault } | undefined {
  let [cost, classes, folded] = [0, 0, 0]
  for (const [index, field] of fields.entries()) {
    if (field.type !== 'regex') continue
    classes += countNamedClasses(field.regularExpression)
    folded += countFoldedLetters(field.regularExpression)
    if (classes > FORM_CLASSES_MAX || folded > FORM_FOLDED_MAX)
      return { index, fault: { code: 'regular_expression_too_complex' } }
    const expression = readExpression(field.regularExpression)
    if ('code' in expression) return { index, fault: expression }
    cost += expression.cost
    if (cost > FORM_COST_MAX) return { index, fault: { code: 'regular_expression_too_complex' } }
  }
  return undefined
}
