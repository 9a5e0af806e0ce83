/** The figures of the overview and what the address says of them. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  overview,
  OVERVIEW_PERIODS,
  type OverviewFigures,
  type OverviewPeriod,
} from '../../../contract/business/overview.ts'
import { useRead } from '../../base/query.ts'
import type { useShow } from '../../base/show.ts'

const FRESH_MS = 60_000
const FEED_MS = 15_000

/** A figure can be shown day by day; `list` is where its clients are. */
export const SHOWN = {
  joined: { valueOf: (one: OverviewFigures) => one.joined, unit: 'count' },
  returns: { valueOf: (one: OverviewFigures) => one.returns, unit: 'count' },
  installed: { valueOf: (one: OverviewFigures) => one.installed.apple + one.installed.google, unit: 'count' },
  removed: { valueOf: (one: OverviewFigures) => one.removed.apple + one.removed.google, unit: 'count' },
  pointsGiven: { valueOf: (one: OverviewFigures) => one.pointsGiven, unit: 'points' },
  pointsTaken: { valueOf: (one: OverviewFigures) => one.pointsTaken, unit: 'points' },
  purchases: { valueOf: (one: OverviewFigures) => one.purchases, unit: 'count' },
  spent: { valueOf: (one: OverviewFigures) => one.spentMinor, unit: 'money' },
} as const satisfies Record<string, { valueOf: (one: OverviewFigures) => number; unit: 'count' | 'points' | 'money' }>
export type Shown = keyof typeof SHOWN
export const SHOWN_NAMES = Object.keys(SHOWN) as Shown[]

export const showFigure = (show: ReturnType<typeof useShow>, figure: Shown, value: number): string => {
  const { unit } = SHOWN[figure]
  return unit === 'money' ? show.price(value) : unit === 'points' ? show.points(value) : show.number(value)
}

export type Choice = ReturnType<typeof useOverviewChoice>

/** Invalid parts of the address are ignored. */
export function useOverviewChoice() {
  const search = useSearch({ strict: false }) as { period?: string; figure?: string; view?: string }
  const navigate = useNavigate()
  const change = (part: { period?: string | undefined; figure?: string | undefined; view?: string | undefined }) =>
    void navigate({ to: '.', search: { ...search, ...part } as never, replace: true, resetScroll: false })
  return {
    period: OVERVIEW_PERIODS.find((one) => one === String(search.period)) ?? ('30' as const),
    figure: SHOWN_NAMES.find((one) => one === search.figure) ?? ('joined' as const),
    isTable: search.view === 'table',
    change,
  }
}

export function useOverview(c: number, period: OverviewPeriod) {
  return useRead(overview.readOverview, { params: { c }, query: { period } }, { keepRows: true, everyMs: FRESH_MS })
}

/** Asked again and again while the page is seen: not in a hidden tab. */
export function useFeed(c: number) {
  return useRead(overview.listHappenings, { params: { c } }, { everyMs: FEED_MS })
}
