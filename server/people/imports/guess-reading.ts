/** How the values of a file are written, where some of them leave no doubt. Pure. */
import type { ImportChoices, ImportTarget } from '../../../contract/people/imports.ts'
import { destinationOf, toE164 } from '../../base/phone-number.ts'
import { textOf } from './line-values.ts'
import type { Line } from './table-file.ts'

/** What nothing in the file says is null. */
export type GuessedReading = {
  [K in 'country' | 'dates' | 'decimal']: ImportChoices[K] | null
}

/** What most of the values say; null when none says anything, or as many say one thing as another. */
function mostOf<T extends string>(found: readonly (T | null)[]): T | null {
  const counts = new Map<T, number>()
  for (const one of found) if (one !== null) counts.set(one, (counts.get(one) ?? 0) + 1)
  const [[first, most] = [null, 0], [, next] = [null, 0]] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most > next ? first : null
}

function countryOf(text: string): string | null {
  const phone = /^(?:\+|00)/.test(text) ? toE164(text.replace(/^00/, '+')) : null
  return phone === null ? null : destinationOf(phone).country
}

function orderOf(text: string): 'dmy' | 'mdy' | null {
  const [, first, second] = /^(\d{1,2})\/(\d{1,2})\/\d{2,4}\b/.exec(text) ?? []
  if (Number(first) > 12) return 'dmy'
  return Number(second) > 12 ? 'mdy' : null
}

const decimalOf = (text: string): 'comma' | 'point' | null =>
  /\d,\d{1,2}(?!\d)/.test(text) ? 'comma' : /\d\.\d{1,2}(?!\d)/.test(text) ? 'point' : null

/** @param lines a sample of the file */
export function guessReading(lines: readonly Line[], targets: readonly ImportTarget[]): GuessedReading {
  const textsOf = (among: readonly ImportTarget[]) =>
    targets.flatMap((target, column) =>
      among.includes(target) ? lines.map(({ cells }) => textOf(cells[column] ?? '')) : [],
    )
  return {
    country: mostOf(textsOf(['tel']).map(countryOf)),
    dates: mostOf(textsOf(['birthday', 'consent']).map(orderOf)),
    decimal: mostOf(textsOf(['balance', 'bonus', 'discount']).map(decimalOf)),
  }
}
