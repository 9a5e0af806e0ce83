import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../contract/limits.ts'
import { say, wordsOf } from '../words/say.ts'
import { countIn } from '../words/words.ts'
import { uncounted } from './counted-words.ts'
import { flatten, type Words } from './word-faults.ts'

/** Keys whose number is one constant, or an amount with decimals; with the reason. */
const FIXED: Readonly<Record<string, readonly RegExp[]>> = {
  'blocks of 500 cards': [/^(finance|payments)\.slots\.|^plans\./],
  'what Android and scanners can show': [/^templates\.issues\./],
  'constants of contract/limits.ts': [
    /^(variables|keys)\.full$/,
    /^forms\.fields\.(full|valuesFull)$/,
    /^settings\.numbers\.locked$/,
    /^pushes\.editor\.(counter|long)$/,
    /^imports\.(lead|dropHint|unreadable\.too_many_rows|list\.emptyText|check\.overwrites)$/,
    /^refusals\.codes\.(cabinet_limit|key_limit|variable_limit|start_number_locked|image_wrong_size)$/,
  ],
  'days that files, links and modules last': [
    /^exports\./,
    /^mails\.(email_|export_ready)/,
    /^marketplace\.ask\.onText$/,
    /^payments\.topUp\.(module|withModule|telegram|withTelegram)$/,
    /^refusals\.codes\.no_room_for_images$/,
  ],
  'the word of a business for its points': [/^(dashboard\.integration\.noneText|integration\.lead)$/],
  'a name and what it does': [/^integration\.programme\.givenBy$/],
  'a package has several files': [/^phone\.log\.verified$/],
}

describe('a counted sentence', () => {
  it('has plural forms in every language', () => {
    expect(uncounted(wordsOf('en') as unknown as Words, Object.values(FIXED).flat())).toEqual([])
  })

  it('is found without them', () => {
    const words = {
      limit: 'Your plan allows {{limit}} card designs.',
      calls: '{{n}} API calls',
      cards_one: '{{count}} card design, {{count}} call',
      cards_other: '{{count}} card designs, {{count}} calls',
      used: '{{used}} of {{limit}}',
    }
    expect(uncounted(words, [])).toEqual(['limit: {{limit}} card designs', 'calls: {{n}} API calls'])
    expect(uncounted(words, [/^calls$/])).toEqual(['limit: {{limit}} card designs'])
  })

  it('is no fault of a number that nobody counts any more: every reason still has a sentence', () => {
    const keys = [...flatten(wordsOf('en') as unknown as Words).keys()]
    for (const [reason, patterns] of Object.entries(FIXED))
      for (const pattern of patterns) expect([reason, pattern, keys.some((key) => pattern.test(key))]).toContain(true)
  })

  it.each([
    ['template_limit', { limit: 1 }, /1 card design\./, /1 Kartenvorlage\./, /1 шаблона карт\./, /1 šablonu karet\./],
    ['form_limit', { limit: 3 }, /3 forms\./, /3 Formulare\./, /3 форм\./, /3 formuláře\./],
    ['user_limit', { limit: 21 }, /21 team members/, /21 Teammitglieder/, /21 сотрудника/, /21 členů/],
    ['password_expired', { days: 90 }, /90 days/, /90 Tagen/, /90 дней/, /90 dní/],
  ])('refuses in the right form: %s %j', (code, detail, en, de, ru, cz) => {
    for (const lang of LANGUAGES)
      expect(say(lang, `refusals.codes.${code}`, { ...countIn(detail), ...detail })).toMatch({ en, de, ru, cz }[lang])
  })
})
