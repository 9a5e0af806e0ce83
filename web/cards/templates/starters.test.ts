import { describe, expect, it } from 'vitest'
import { contrastRatio } from '../../../card/contrast.ts'
import { variablesIn } from '../../../card/fill.ts'
import { Design } from '../../../contract/cards/design.ts'
import { CARD_TYPES, LANGUAGES, SYSTEM_VARIABLES } from '../../../contract/limits.ts'
import { say } from '../../../words/say.ts'
import { findIssues, variableTexts } from './issues.ts'
import { samplePerson, sampleValues } from './sample.ts'
import { INDUSTRIES, starterDesign } from './starters.ts'

const all = LANGUAGES.flatMap((lang) =>
  CARD_TYPES.flatMap((type) =>
    [...INDUSTRIES, null].map((industry) => {
      const design = starterDesign(industry, type, 'Coffee Lab', (key) => say(lang, `starters.${key}`))
      return [`${industry ?? 'blank'} ${type} in ${lang}`, design] as const
    }),
  ),
)
const values = sampleValues(samplePerson({ name: 'Anna', surname: 'Schmidt', promo: 'ANNA10' }), [], {})

describe.each(all)('the starter %s', (_, design) => {
  it('is a valid design', () => expect(Design.safeParse(design).error).toBeUndefined())

  it('has words for every text', () => expect(JSON.stringify(design)).not.toContain('starters.'))

  it('has readable text and titles: a contrast of 4.5 at least', () => {
    for (const colour of [design.colours.text, design.colours.title]) {
      expect(contrastRatio(colour, design.colours.background)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('uses only variables every cabinet has, and raises nothing but hints about missing pictures', () => {
    const used = variableTexts(design).flatMap(([, text]) => variablesIn(text))
    expect(used.filter((name) => !(SYSTEM_VARIABLES as readonly string[]).includes(name))).toEqual([])
    const draft = { name: 'Card', design, birthdayEnabled: false, endsOn: null, endsAfterDays: null, variables: {} }
    expect(findIssues(draft, new Set(SYSTEM_VARIABLES), values).map((issue) => issue.code)).toEqual([
      'missing_logo',
      'no_program_logo',
    ])
  })
})
