import { Paper, SegmentedControl, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DAY_MS } from '../../../contract/time.ts'
import { tagOf } from '../../../words/words.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { useShow } from '../../base/show.ts'
import { useLanguage } from '../../base/words.ts'
import classes from './clients.module.css'
import { useIssuedByDay } from './data.ts'
import { IssuedBars } from './issued-bars.tsx'
import { barsOf, type BarSpan, SPAN_OF_DAYS } from './series.ts'

const PERIODS = ['30', '90', '365'] as const
type Period = (typeof PERIODS)[number]

/** Cards issued over time, by template, and the same numbers as a table. */
export function IssuedChart({ days, onDays }: { days: Period; onDays: (days: Period) => void }) {
  const { t } = useTranslation()
  const show = useShow()
  const cabinet = useCabinet()
  const issued = useIssuedByDay(cabinet.id, days)
  const nameBar = useBarName()
  if (issued.isError)
    return <PagePanel error={issued.error} onRetry={() => void issued.refetch()} isRetrying={issued.isFetching} />
  if (!issued.data) return <Skeleton height={420} radius="md" />
  const span = SPAN_OF_DAYS[days]
  const bars = barsOf(issued.data.days, span).map((bar) => ({ ...bar, label: nameBar(span, bar.start) }))
  const total = bars.reduce((sum, bar) => sum + bar.clients, 0)
  return (
    <Stack gap="md" style={{ opacity: issued.isPlaceholderData ? 0.6 : 1 }} aria-busy={issued.isPlaceholderData}>
      <div className={classes.chartTop}>
        <div>
          <Title order={2}>{t('clients.chart.title')}</Title>
          <Text c="dimmed" aria-live="polite">
            {t('clients.chart.inPeriod', { count: total, n: show.number(total), days })}
          </Text>
        </div>
        <SegmentedControl
          aria-label={t('clients.chart.period')}
          value={days}
          onChange={(value) => onDays(value as Period)}
          data={PERIODS.map((value) => ({ value, label: t('clients.chart.days', { count: Number(value) }) }))}
        />
      </div>
      <div className={classes.chartGrid}>
        <Paper p="md">
          {total === 0 ? (
            <Text c="dimmed" py={120} ta="center">
              {t('clients.chart.none')}
            </Text>
          ) : (
            <IssuedBars bars={bars} name={t('clients.chart.cards')} format={show.number} />
          )}
          <Text className="k-small" c="dimmed" mt="xs">
            {t(SPAN_WORDS[span])}
          </Text>
        </Paper>
        <Paper p="md">
          <Title order={3} mb="sm">
            {t('clients.chart.byTemplate')}
          </Title>
          <TemplateSplit rows={issued.data.templates} />
        </Paper>
      </div>
      <Paper p="md">
        <Title order={3} mb="sm" id="issued-table">
          {t('clients.chart.tableCaption')}
        </Title>
        <div className={classes.scroll} tabIndex={0} role="region" aria-labelledby="issued-table">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t(`clients.chart.${span}`)}</Table.Th>
                <Table.Th scope="col" ta="right">
                  {t('clients.chart.cards')}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {bars.toReversed().map((bar) => (
                <Table.Tr key={bar.start}>
                  <Table.Td>{bar.label}</Table.Td>
                  <Table.Td ta="right">{show.number(bar.clients)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </Paper>
    </Stack>
  )
}

const SPAN_WORDS = { day: 'clients.chart.byDay', week: 'clients.chart.byWeek', month: 'clients.chart.byMonth' } as const

/** `12 Nov`, `16–22 Nov`, `November 2026`. */
function useBarName(): (span: BarSpan, start: string) => string {
  const lang = useLanguage()
  const locale = lang === 'en' ? 'en-GB' : tagOf(lang)
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  return (span, start) => {
    const date = new Date(`${start}T00:00:00Z`)
    if (span === 'month') return month.format(date)
    return span === 'day' ? day.format(date) : day.formatRange(date, new Date(date.getTime() + 6 * DAY_MS))
  }
}

function TemplateSplit({ rows }: { rows: readonly { name: string; clients: number }[] }) {
  const { t } = useTranslation()
  const show = useShow()
  const total = rows.reduce((sum, row) => sum + row.clients, 0)
  if (total === 0) return <Text c="dimmed">{t('clients.chart.none')}</Text>
  return (
    <ul className={classes.split}>
      {rows
        .filter((row) => row.clients > 0)
        .map((row) => (
          <li key={row.name}>
            <div className={classes.splitLine}>
              <span className={classes.splitName} title={row.name}>
                {row.name}
              </span>
              <span className="k-number" style={{ whiteSpace: 'nowrap' }}>
                {show.number(row.clients)} · {show.share(row.clients / total)}
              </span>
            </div>
            <div className={classes.bar} aria-hidden="true">
              <span style={{ width: `${(row.clients / total) * 100}%` }} />
            </div>
          </li>
        ))}
    </ul>
  )
}
