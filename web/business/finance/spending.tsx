/** What was spent on what, over time: as a chart, and the same as a table. */
import { Anchor, Paper } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SPENDING_KINDS, type SpendingKind } from '../../../contract/business/finance.ts'
import type { Spending } from '../../../contract/business/ledger.ts'
import { tagOf } from '../../../words/words.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { useLanguage } from '../../base/words.ts'
import { Loading } from '../../parts/loading.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import { type LedgerFilters, useSpending } from './data.ts'
import { sum } from './price.ts'
import classes from './spending.module.css'

const SpendingChart = lazy(async () => ({ default: (await import('./spending-chart.tsx')).SpendingChart }))

/** In px, with its chart. */
export const SPENDING_HEIGHT = 340

const COLOURS: Readonly<Record<SpendingKind, string>> = {
  tariff: '--k-chart-1',
  slot: '--k-chart-2',
  sms: '--k-chart-3',
  module: '--k-chart-4',
}

export function SpendingPanel({ filters }: { filters: LedgerFilters }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const [isTable, setIsTable] = useState(false)
  const read = useSpending(c, filters)
  if (!read.data) return <Unread read={read} shapes={[SPENDING_HEIGHT]} />
  const spending = read.data
  const kinds = SPENDING_KINDS.filter((kind) => spending.periods.some(({ spent }) => spent[kind] !== 0))
  const table = <SpendingTable spending={spending} kinds={kinds} />
  return (
    <Paper
      component="section"
      p="lg"
      withBorder
      aria-labelledby="spending-title"
      style={{ opacity: read.isPlaceholderData ? 0.6 : 1 }}
    >
      <div className={classes.head}>
        <h2 id="spending-title" className={classes.title}>
          {t('payments.spending.title')}
        </h2>
        {kinds.length > 0 && (
          <Anchor component="button" type="button" onClick={() => setIsTable(!isTable)}>
            {t(isTable ? 'payments.spending.asChart' : 'payments.spending.asTable')}
          </Anchor>
        )}
      </div>
      {kinds.length === 0 ? (
        <p className={classes.none}>{t('payments.spending.none')}</p>
      ) : (
        <>
          <Totals spending={spending} kinds={kinds} />
          {isTable ? (
            // A region that scrolls is reached by the keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <div className={classes.scroll} tabIndex={0} role="group" aria-labelledby="spending-title">
              {table}
            </div>
          ) : (
            <>
              <Bars spending={spending} kinds={kinds} />
              <div className="k-unseen">{table}</div>
            </>
          )}
        </>
      )}
    </Paper>
  )
}

type PartProps = { spending: Spending; kinds: readonly SpendingKind[] }

/** The legend of the chart, with the sum of each kind. */
function Totals({ spending, kinds }: PartProps) {
  const { t } = useTranslation()
  return (
    <dl className={classes.totals}>
      {kinds.map((kind) => (
        <div key={kind}>
          <dt>
            <span className={classes.swatch} style={{ background: `var(${COLOURS[kind]})` }} aria-hidden="true" />
            {t(`payments.events.${kind}`)}
          </dt>
          <dd className="k-number">{sum(spending.total[kind])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Names of periods: short under the chart, whole in the table. */
function usePeriodNames(step: Spending['step']) {
  const show = useShow()
  const lang = useLanguage()
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : tagOf(lang), { ...options, timeZone: 'UTC' })
  const month = format({ month: 'long', year: 'numeric' })
  const short = format(step === 'month' ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' })
  return {
    short: (day: string) => short.format(new Date(day)),
    whole: (day: string) => (step === 'month' ? month.format(new Date(day)) : show.date(day)),
  }
}

function Bars({ spending, kinds }: PartProps) {
  const { t } = useTranslation()
  const show = useShow()
  const lang = useLanguage()
  const { short } = usePeriodNames(spending.step)
  return (
    <Suspense fallback={<Loading shapes={[220]} />}>
      <SpendingChart
        key={`${spending.step}${lang}`}
        starts={spending.periods.map(({ start }) => start)}
        parts={kinds.map((kind) => ({
          name: t(`payments.events.${kind}`),
          colour: COLOURS[kind],
          values: spending.periods.map(({ spent }) => spent[kind]),
        }))}
        showValue={show.money}
        showDay={short}
      />
    </Suspense>
  )
}

function SpendingTable({ spending, kinds }: PartProps) {
  const { t } = useTranslation()
  const show = useShow()
  const { whole } = usePeriodNames(spending.step)
  const totalOf = (spent: Spending['total']) => kinds.reduce((all, kind) => all + spent[kind], 0)
  return (
    <table className={classes.table}>
      <caption className="k-unseen">{t('payments.spending.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t(`payments.spending.steps.${spending.step}`)}</th>
          {kinds.map((kind) => (
            <th key={kind} scope="col">
              {t(`payments.events.${kind}`)}
            </th>
          ))}
          {kinds.length > 1 && <th scope="col">{t('payments.spending.total')}</th>}
        </tr>
      </thead>
      <tbody>
        {spending.periods.toReversed().map(({ start, spent }) => (
          <tr key={start}>
            <th scope="row">{whole(start)}</th>
            {kinds.map((kind) => (
              <td key={kind}>{show.money(spent[kind])}</td>
            ))}
            {kinds.length > 1 && <td>{show.money(totalOf(spent))}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
