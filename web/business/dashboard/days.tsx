/** The figure that is chosen, day by day: as a chart, as a table, and where its clients are. */
import { Anchor } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Overview } from '../../../contract/business/overview.ts'
import type { DID } from '../../../contract/people/clients.ts'
import { tagOf } from '../../../words/words.ts'
import { useShow } from '../../base/show.ts'
import { useLanguage } from '../../base/words.ts'
import { LinkAnchor } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { type Choice, type Shown, SHOWN, showFigure } from './overview-data.ts'
import classes from './overview.module.css'

const DayChart = lazy(async () => ({ default: (await import('./day-chart.tsx')).DayChart }))

/** What the clients behind a figure did, on the days of the period. */
const DID_BEHIND: Readonly<Record<Shown, (typeof DID)[number]>> = {
  joined: 'joined',
  returns: 'returned',
  installed: 'installed',
  removed: 'removed',
  pointsGiven: 'pointsGiven',
  pointsTaken: 'pointsTaken',
  purchases: 'bought',
  spent: 'bought',
}

export default function Days({ overview, choice, domain }: { overview: Overview; choice: Choice; domain: string }) {
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
  const search = { did: `${DID_BEHIND[figure]}_${overview.now.from}_${overview.now.to}` }
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
      <LinkAnchor to={`/${domain}/clients` as '/'} search={search as never}>
        {t('dashboard.overview.openList')}
      </LinkAnchor>
    </section>
  )
}
