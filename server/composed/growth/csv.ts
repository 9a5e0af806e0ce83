/** The periods of the graph as a file for a spreadsheet. Days and numbers are no formulas, and the titles are ours. */
import { stringify } from 'csv-stringify/sync'
import type { Growth, GrowthFigures } from '../../../contract/people/growth.ts'
import type { Language } from '../../../contract/limits.ts'
import { say } from '../../../words/say.ts'

const COLUMNS: Readonly<Record<string, (one: GrowthFigures) => number | null>> = {
  opened: (one) => one.opened,
  filled: (one) => one.filled,
  issued: (one) => one.issued,
  installedApple: (one) => one.installed.apple,
  installedGoogle: (one) => one.installed.google,
  removedApple: (one) => one.removed.apple,
  removedGoogle: (one) => one.removed.google,
}

/** With a byte order mark, so that spreadsheets read it as UTF-8. Visits that were not counted are empty. */
export function growthFile({ step, periods }: Growth, lang: Language): string {
  const names = Object.keys(COLUMNS)
  const head = [say(lang, `growth.steps.${step}`), ...names.map((name) => say(lang, `growth.columns.${name}`))]
  const rows = periods.map((one) => [one.start, ...names.map((name) => String(COLUMNS[name]?.(one) ?? ''))])
  return `\uFEFF${stringify([head, ...rows], {
    delimiter: lang === 'en' ? ',' : ';',
    record_delimiter: 'windows',
    quoted: true,
    quoted_empty: true,
  })}`
}
