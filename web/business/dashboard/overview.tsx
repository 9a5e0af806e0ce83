/** Is it working? The figures of a period beside the one before, one of them day by day, and what is behind them. */
import { Anchor, SegmentedControl } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type Overview, OVERVIEW_PERIODS } from '../../../contract/business/overview.ts'
import type { DID } from '../../../contract/people/clients.ts'
import type { Cabinet } from '../../../contract/platform/cabinets.ts'
import { tagOf } from '../../../words/words.ts'
import { useShow } from '../../base/show.ts'
import { useLanguage } from '../../base/words.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LinkAnchor, LinkButton } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import { type Shown, SHOWN, SHOWN_NAMES, useOverview, useOverviewChoice } from './overview-data.ts'
import classes from './overview.module.css'

const Behind = lazy(async () => ({ default: (await import('./behind.tsx')).Behind }))
const Feed = lazy(async () => ({ default: (await import('./feed.tsx')).Feed }))
const DayChart = lazy(async () => ({ default: (await import('./day-chart.tsx')).DayChart }))

const showFigure = (show: ReturnType<typeof useShow>, figure: Shown, value: number): string => {
  const { unit } = SHOWN[figure]
  return unit === 'money' ? show.price(value) : unit === 'points' ? show.points(value) : show.number(value)
}

/** Characters that the box of a figure has room for at its usual size. */
const LONG_VALUE = 10

export function OverviewSection({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation()
  const choice = useOverviewChoice()
  const read = useOverview(cabinet.id, choice.period)
  if (!read.data) return <Unread read={read} shapes={[720]} />
  const overview = read.data
  // Zeros in every place would say that it does not work.
  if (overview.isEmpty)
    return (
      <EmptyState
        icon={<IconChartLine size={40} stroke={1.5} />}
        title={t('dashboard.overview.emptyTitle')}
        text={t('dashboard.overview.empty')}
        action={
          <LinkButton variant="default" to="/$cabinetDomain/form" params={{ cabinetDomain: cabinet.domain }}>
            {t('dashboard.overview.emptyAction')}
          </LinkButton>
        }
      />
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
          <Days overview={overview} choice={choice} domain={cabinet.domain} />
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

type Choice = ReturnType<typeof useOverviewChoice>

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

/** Where the clients behind a figure are; `did` of the days of the period. */
const LISTS: Readonly<Record<Shown, { path: string; did?: (typeof DID)[number]; search?: Record<string, string> }>> = {
  joined: { path: '/clients', did: 'joined' },
  returns: { path: '/clients', did: 'returned' },
  installed: { path: '/clients/chart' },
  removed: { path: '/clients', search: { platform: 'removed' } },
  pointsGiven: { path: '/clients', did: 'pointsGiven' },
  pointsTaken: { path: '/clients', did: 'pointsTaken' },
  purchases: { path: '/clients', did: 'bought' },
  spent: { path: '/clients', did: 'bought' },
}

function Days({ overview, choice, domain }: { overview: Overview; choice: Choice; domain: string }) {
  const { t } = useTranslation()
  const show = useShow()
  const { figure } = choice
  const title = t(`dashboard.overview.figures.${figure}`)
  const rows = overview.days.map((one) => ({ day: one.day, value: SHOWN[figure].valueOf(one) }))
  const lang = useLanguage()
  const short = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : tagOf(lang), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const showValue = (value: number) => showFigure(show, figure, value)
  const list = LISTS[figure]
  const search = list.did ? { did: `${list.did}_${overview.now.from}_${overview.now.to}` } : (list.search ?? {})
  const table = (
    <table className={classes.table}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('dashboard.overview.day')}</th>
          <th scope="col">{title}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.day}>
            <th scope="row">{show.date(row.day)}</th>
            <td>{showValue(row.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <section className={classes.panel}>
      <div className={classes.panelHead}>
        <h2 className={classes.panelTitle}>{title}</h2>
        <Anchor
          component="button"
          type="button"
          onClick={() => choice.change({ view: choice.isTable ? undefined : 'table' })}
        >
          {choice.isTable ? t('dashboard.overview.asChart') : t('dashboard.overview.asTable')}
        </Anchor>
      </div>
      {choice.isTable ? (
        <div className={classes.scroll}>{table}</div>
      ) : (
        <>
          <Suspense fallback={<Loading shapes={[220]} />}>
            <DayChart
              key={`${figure}${lang}`}
              days={rows.map((row) => row.day)}
              values={rows.map((row) => row.value)}
              showValue={showValue}
              showDay={(day) => short.format(new Date(day))}
            />
          </Suspense>
          <div className="k-unseen">{table}</div>
        </>
      )}
      <LinkAnchor to={`/${domain}${list.path}` as '/'} search={search as never}>
        {t('dashboard.overview.openList')}
      </LinkAnchor>
    </section>
  )
}
