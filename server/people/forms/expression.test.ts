import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import type { FormField } from '../../../contract/people/forms.ts'
import { cpuMsOf } from '../../../test/cpu-time.ts'
import { sizeOfExpression } from './expression-size.ts'
import { firstExpressionFault, readExpression } from './expression.ts'

const field = (regularExpression: string): FormField => ({
  key: 'f',
  type: 'regex',
  label: 'F',
  variableName: 'promo',
  required: false,
  active: true,
  errorMessage: '',
  regularExpression,
  values: [],
  checked: false,
  mask: 'world',
})

const faultOf = (source: string) => {
  const read = readExpression(source)
  return 'code' in read ? read.code : undefined
}

/** As long as a contract allows, of the worst kind. */
const HUGE = '\\pL{1,1000}'.repeat(23)

describe('an expression', () => {
  it.each(['(', '[a', 'a)|(b', '\\1', '*', '(?P<n>'])('%s is refused with the reason of the engine', (source) => {
    expect(faultOf(source)).toBe('bad_regular_expression')
  })

  it.each([
    HUGE,
    'a{2000}',
    '((a{100}){100}){100}',
    '(((((a{30}){30}){30}){30}){30})',
    '\\pL{1,1000}',
    '\\pN'.repeat(85),
    `(?i)${'[Ā-￾]'.repeat(38)}`,
    `(?s-i:(?i)${'[\\x{100}-\\x{1e000}]'.repeat(12)})`,
    `(?si:${'[^\\--￾]'.repeat(30)})`,
  ])('%s is refused before the engine sees it', async (source) => {
    const cpuMs = await cpuMsOf(() => expect(faultOf(source)).toBe('regular_expression_too_complex'))
    expect(cpuMs).toBeLessThan(100)
  })

  it.each([
    '\\d{6}',
    '[A-Z]{2}\\d{4}',
    '\\pL{1,50}',
    '.{1,100}',
    '[\\pL\\pN .-]+',
    '\\d{10}|\\d{12}',
    '(?i)[a-z]{2,20}',
    '(?i)[а-яё]+-[а-яё]+',
  ])('%s is usual, and accepted', (source) => {
    expect(faultOf(source)).toBeUndefined()
  })

  it('is never bigger and never matches more than was counted without the engine', () => {
    const atom = fc.constantFrom(
      'a',
      '.',
      '\\pL',
      '[\\pL\\pN]',
      '\\d',
      '[^]a]',
      '\\Qab.\\E',
      '^',
      '\\b',
      '(?i)',
      '(?i:k)',
      '\\x{41}',
      '|',
      '[[:alpha:]x]',
    )
    const repeat = fc.constantFrom('', '', '*', '+?', '{2}', '{0,9}', '{3,}', '{0}', '{5}?')
    const { group } = fc.letrec<{ group: string }>((tie) => ({
      group: fc
        .array(
          fc.oneof(
            { maxDepth: 3 },
            fc.tuple(atom, repeat).map(([one, times]) => (one === '|' ? one : one + times)),
            fc
              .tuple(fc.constantFrom('(', '(?:', '(?s-i:'), tie('group'), repeat)
              .map(([open, in_, times]) => `${open}${in_})${times}`),
          ),
          { minLength: 1, maxLength: 5 },
        )
        .map((parts) => parts.join('')),
    }))
    fc.assert(
      fc.property(group, fc.stringMatching(/^[abkA1. ]{0,12}$/), (source, text) => {
        const { steps, longest } = sizeOfExpression(source)
        if (steps > 1000) return
        let engine
        try {
          engine = RE2JS.compile(`^(?:${source})$`)
        } catch {
          return
        }
        expect(engine.programSize()).toBeLessThanOrEqual(steps)
        if (engine.testExact(text)) expect(text.length).toBeLessThanOrEqual(longest)
      }),
      { numRuns: 500 },
    )
  })

  it('counts letters as people do, so that a rare letter is one', () => {
    const expression = readExpression('.{2}')
    expect('matches' in expression && expression.matches('𝒜𝒷')).toBe(true)
    expect('matches' in expression && expression.matches('𝒜𝒷𝒸')).toBe(false)
  })
})

describe('the expressions of a form', () => {
  it('that ignore case are refused together where each of them alone is accepted', async () => {
    const fields = Array.from({ length: 30 }, (_, no) => field(`(?i)${no}[\\x{400}-\\x{${(9000 + no).toString(16)}}]`))
    expect(firstExpressionFault(fields.slice(0, 1))).toBeUndefined()
    expect(firstExpressionFault(fields)).toMatchObject({ fault: { code: 'regular_expression_too_complex' } })
    const usual = Array.from({ length: 30 }, (_, no) => field(`(?i)${no}${'[а-яё]'.repeat(35)}`))
    expect(firstExpressionFault(usual)).toBeUndefined()
  })

  it('are refused together where each of them alone is accepted', () => {
    const fields = Array.from({ length: 25 }, (_, no) => field(`\\pL{1,${100 - no}}`))
    expect(firstExpressionFault(fields.slice(0, 1))).toBeUndefined()
    expect(firstExpressionFault(fields)).toMatchObject({ fault: { code: 'regular_expression_too_complex' } })
    expect(firstExpressionFault(Array.from({ length: 30 }, () => field('[A-Z]{2}\\d{6}')))).toBeUndefined()
  })

  it('take little at worst, whatever is sent', async () => {
    // Every letter keeps all places of the repeat alive, and no two texts go the same way.
    const worst = '[ab]*a[ab]{190}'
    expect(firstExpressionFault([field(worst)])).toBeUndefined()
    const expression = readExpression(worst)
    if ('code' in expression) throw new Error(expression.code)
    const texts = Array.from({ length: 50 }, (_, no) =>
      Array.from({ length: 200 }, (_unused, at) => ((at * 7919 + no * 104_729) % 13 < 6 ? 'a' : 'b')).join(''),
    )
    const cpuMs = await cpuMsOf(() => {
      for (const text of texts) expression.matches(text)
    })
    // About 1 ms each; what a slow machine needs is still far from the minutes it was.
    expect(cpuMs / texts.length).toBeLessThan(50)
  })
})
