import fc from 'fast-check'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { describe, expect, it } from 'vitest'
import { Criterion, OPERATORS, type Rules } from '../../../contract/people/segments.ts'
import { compileRules, yearsBefore } from './compile.ts'
import { criterion } from '../../../test/segment-fits.ts'

const database = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const written = (rules: Rules) => compileRules(rules, '2026-11-21').compile(database)

it.each([
  ['2026-11-21', 0, '2026-11-21'],
  ['2026-11-21', 30, '1996-11-21'],
  ['2026-03-01', 18, '2008-03-01'],
  ['2028-02-29', 4, '2024-02-29'],
  ['2028-02-29', 1, '2027-02-28'],
  ['2028-02-29', 131, '1897-02-28'],
  ['2027-02-28', 3, '2024-02-28'],
])('%s, %i years before, is %s', (day, years, expected) => expect(yearsBefore(day, years)).toBe(expected))

describe('conditions as SQL', () => {
  it('have every value as a parameter', () => {
    const nasty = fc.constantFrom(`'; drop table clients; --`, '$1', `\\'`, '%_\\', '"', ') or true --')
    fc.assert(
      fc.property(nasty, fc.constantFrom('is' as const, 'starts' as const), (value, operator) => {
        const { sql, parameters } = written({
          match: 'any',
          criteria: [
            { kind: 'promo', operator, value },
            { kind: 'formKey', operator: 'one_of', value: [value] },
          ],
        })
        expect(sql).not.toContain('drop table')
        expect(parameters).toHaveLength(2)
        expect(sql).toBe(
          written({
            match: 'any',
            criteria: [
              { kind: 'promo', operator, value: 'a' },
              { kind: 'formKey', operator: 'one_of', value: ['a'] },
            ],
          }).sql,
        )
      }),
    )
  })

  it('without a condition select nobody, never everybody', () => {
    for (const match of ['all', 'any'] as const) expect(written({ match, criteria: [] }).sql).toBe('false')
  })
})

describe('the contract of conditions', () => {
  it('accepts every offered operator, and none of another kind', () => {
    const offered = Object.entries(OPERATORS).flatMap(([kind, operators]) =>
      operators.map((operator) => `${kind} ${operator}`),
    )
    const seen = new Set<string>()
    fc.assert(
      fc.property(criterion([crypto.randomUUID()], ['form'], [crypto.randomUUID()]), (one) => {
        expect(Criterion.safeParse(one).success).toBe(true)
        seen.add(`${one.kind} ${one.operator}`)
      }),
      { numRuns: 20_000 },
    )
    expect([...seen].sort()).toEqual([...offered].sort())
    expect(Criterion.safeParse({ kind: 'sex', operator: 'gte', value: 'male' }).success).toBe(false)
  })

  it.each([
    [{ kind: 'age', operator: 'between', value: { from: 30, to: 20 } }, 'value.to', 'range_order'],
    [{ kind: 'formKey', operator: 'one_of', value: [] }, 'value', 'choose_some'],
    [{ kind: 'promo', operator: 'is', value: ' ' }, 'value', 'required'],
    [{ kind: 'cardnumber', operator: 'starts', value: '12a' }, 'value', 'digits'],
  ])('%j is refused at %s: %s', (one, path, message) => {
    const { error } = Criterion.safeParse(one)
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]])
  })
})
