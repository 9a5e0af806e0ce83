/** The figures of the growth chart: which there are, and what each shows of a period. */
import type { GrowthFigures } from '../../../contract/people/growth.ts'

export const FIGURES = ['opened', 'filled', 'issued', 'installed', 'removed'] as const
export type FigureName = (typeof FIGURES)[number]

/** One part of a bar; a figure of the wallets has two. */
export type BarPart = { key: 'all' | 'apple' | 'google'; value: number }

/** Null: it was not counted then. */
export function valueOf(figures: GrowthFigures, name: FigureName): number | null {
  if (name === 'installed' || name === 'removed') return figures[name].apple + figures[name].google
  return figures[name]
}

/** From the bottom up. */
export function partsOf(figures: GrowthFigures, name: FigureName): BarPart[] {
  if (name === 'installed' || name === 'removed')
    return (['apple', 'google'] as const).map((key) => ({ key, value: figures[name][key] }))
  return [{ key: 'all', value: figures[name] ?? 0 }]
}

/** Columns of the table and of the file, in their order. */
export const GROWTH_COLUMNS = [
  ['opened', (one: GrowthFigures) => one.opened],
  ['filled', (one: GrowthFigures) => one.filled],
  ['issued', (one: GrowthFigures) => one.issued],
  ['installedApple', (one: GrowthFigures) => one.installed.apple],
  ['installedGoogle', (one: GrowthFigures) => one.installed.google],
  ['removedApple', (one: GrowthFigures) => one.removed.apple],
  ['removedGoogle', (one: GrowthFigures) => one.removed.google],
] as const
