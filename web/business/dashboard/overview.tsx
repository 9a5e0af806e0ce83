/** Is it working? The figures of a period beside the one before, one of them day by day, and what is behind them. */
import { SegmentedControl } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type Overview, OVERVIEW_PERIODS } from '../../../contract/business/overview.ts'
import type { Cabinet } from '../../../contract/platform/cabinets.ts'
import { useShow } from '../../base/show.ts'
import { Loading } from '../../parts/loading.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import { type Choice, SHOWN, SHOWN_NAMES, showFigure, useOverview, useOverviewChoice } from './overview-data.ts'
import classes from './overview.module.css'

const Behind = lazy(() => import('./behind.tsx'))
const NoFigures = lazy(() => import('./no-figures.tsx'))
const Feed = lazy(() => import('./feed.tsx'))
const Days = lazy(() => import('./days.tsx'))

/** Characters that the box of a figure has room for at its usual size. */
const LONG_VALUE = 10

export function OverviewSection({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation()
  const choice = useOverviewChoice()
  const read = useOverview(cabinet.id, choice.period)
  if (!read.data) return <Unread read={read} shapes={[720]} />
  const overview = read.data
  if (overview.isEmpty)
    return (
      <Suspense fallback={<Loading shapes={[240]} />}>
        <NoFigures domain={cabinet.domain} />
      </Suspense>
    )
  return (
    <>
      <div className={classes.top}>
        <SegmentedControl
          aria-label={t('dashboard.overview.period')}
          value={choice.period}
          onChange={(period) => choice.change({ period: period === '30' ? undefined : period })}
          data={OVERVIEW_PERIODS.map((value) => ({ value, label: t(`dashboard.overview.periods.${value}`) }))}
        />
        <span className={classes.note}>{t('dashboard.overview.compared')}</span>
      </div>
      <div className={classes.columns} style={{ opacity: read.isPlaceholderData ? 0.6 : 1 }}>
        <div className={classes.main}>
          <Figures overview={overview} choice={choice} />
          <Suspense fallback={<Loading shapes={[320]} />}>
            <Days overview={overview} choice={choice} domain={cabinet.domain} />
          </Suspense>
        </div>
        <Suspense fallback={<Loading shapes={[480]} />}>
          <Feed c={cabinet.id} domain={cabinet.domain} />
        </Suspense>
      </div>
      <Suspense fallback={<Loading shapes={[240]} />}>
        <Behind overview={overview} domain={cabinet.domain} />
      </Suspense>
    </>
  )
}

function Figures({ overview, choice }: { overview: Overview; choice: Choice }) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <div className={classes.figures}>
      {SHOWN_NAMES.map((figure) => {
        const now = SHOWN[figure].valueOf(overview.now.total)
        const before = SHOWN[figure].valueOf(overview.before.total)
        const isWallets = figure === 'installed' || figure === 'removed'
        return (
          <button
            key={figure}
            type="button"
            className={classes.figure}
            aria-pressed={choice.figure === figure}
            onClick={() => choice.change({ figure: figure === 'joined' ? undefined : figure })}
          >
            <span className={classes.name}>{t(`dashboard.overview.figures.${figure}`)}</span>
            <span className={classes.value} data-long={showFigure(show, figure, now).length > LONG_VALUE}>
              {showFigure(show, figure, now)}
            </span>
            <span className={classes.note}>
              {t('dashboard.overview.before', { value: showFigure(show, figure, before) })}
            </span>
            {isWallets && (
              <span className={classes.note}>
                {t('dashboard.overview.wallets', {
                  apple: show.number(overview.now.total[figure].apple),
                  google: show.number(overview.now.total[figure].google),
                })}
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}
