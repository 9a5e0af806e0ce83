import type { Language } from '../contract/limits.ts'
import { say } from '../words/say.ts'
import { tagOf } from '../words/words.ts'
import { type ControlProps, idOf, tiesOf } from './control.ts'

const BIRTH_YEARS = 120
const YEARS_AHEAD = 10
const YEARS_BACK = 80

/**
 * Day, month and year as three lists: they need no script, and typing jumps to a value. Posted as `key_d`, `key_m`,
 * `key_y`.
 */
export function DateInputs({ field, lang, values, fault, takesFocus, thisYear }: ControlProps) {
  const isBirthday = field.variableName === 'birthday'
  const [year, month, day] = (values[field.key] ?? '').split('-')
  const first = isBirthday ? thisYear : thisYear + YEARS_AHEAD
  const years = Array.from({ length: isBirthday ? BIRTH_YEARS : YEARS_AHEAD + YEARS_BACK }, (_, i) => `${first - i}`)
  const days = Array.from({ length: 31 }, (_, i) => `${i + 1}`)
  const part = (
    suffix: 'd' | 'm' | 'y',
    word: 'day' | 'month' | 'year',
    whole: string | undefined,
    options: readonly string[],
    names?: readonly string[],
  ) => {
    const name = `${field.key}_${suffix}`
    return (
      <select
        className="control"
        id={suffix === 'd' ? idOf(field.key) : idOf(name)}
        name={name}
        aria-label={say(lang, `pages.form.${word}`)}
        autoComplete={isBirthday ? `bday-${word}` : undefined}
        defaultValue={values[name] ?? plain(whole)}
        required={field.required}
        autoFocus={takesFocus && suffix === 'd'}
        {...tiesOf({ field, fault })}
      >
        <option value="">{say(lang, `pages.form.${word}`)}</option>
        {options.map((value, i) =>
          names ? (
            <option key={value} value={value}>
              {names[i]}
            </option>
          ) : (
            <option key={value}>{value}</option>
          ),
        )}
      </select>
    )
  }
  return (
    <div className="date">
      {part('d', 'day', day, days)}
      {part('m', 'month', month, days.slice(0, 12), monthNames(lang))}
      {part('y', 'year', year, years)}
    </div>
  )
}

/** `07` → `7`: the lists hold plain numbers. */
const plain = (text: string | undefined) => text?.replace(/^0+/, '') ?? ''

function monthNames(lang: Language): string[] {
  const format = new Intl.DateTimeFormat(tagOf(lang), { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, i) => format.format(Date.UTC(2024, i, 1)))
}
