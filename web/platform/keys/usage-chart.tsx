/** A bar for each hour or day: accepted calls, and refused ones on top. A hidden table has the same figures. */
import { Group, Text, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MOSCOW_ZONE } from '../../../contract/time.ts'
import { tagOf } from '../../../words/words.ts'
import { useShow } from '../../base/show.ts'
import { useLanguage } from '../../base/words.ts'
import type { Bar } from './bars.ts'
import classes from './keys.module.css'

export function UsageChart({ bars, span }: { bars: readonly Bar[]; span: 'day' | 'week' }) {
  const { t } = useTranslation()
  const show = useShow()
  const lang = useLanguage()
  const format = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : tagOf(lang), {
    timeZone: MOSCOW_ZONE,
    ...(span === 'day' ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' }),
  })
  const highest = Math.max(...bars.map((bar) => bar.calls + bar.blocked))
  if (highest === 0) return <Text c="dimmed">{t('keys.usage.none')}</Text>
  const every = span === 'day' ? 4 : 1
  const height = (count: number) => ({ height: `${(count / highest) * 100}%` })
  const rows = bars.map((bar) => ({
    ...bar,
    name: format.format(new Date(bar.start)),
    label: span === 'day' ? show.dateTime(bar.start) : show.date(bar.start),
  }))
  const title = t(span === 'day' ? 'keys.usage.chart' : 'keys.usage.chartDays')
  return (
    <div>
      <Group gap="md" mb="xs" aria-hidden="true">
        <span className={classes.legend}>
          <span className={`${classes.swatch} ${classes.calls}`} />
          {t('keys.usage.calls')}
        </span>
        <span className={classes.legend}>
          <span className={`${classes.swatch} ${classes.blocked}`} />
          {t('keys.usage.refused')}
        </span>
      </Group>
      <div className={classes.chart} aria-hidden="true">
        <span className={classes.top}>{show.number(highest)}</span>
        {rows.map((row, i) => (
          <Tooltip
            key={row.start}
            label={t('keys.usage.bar', {
              label: row.label,
              calls: show.number(row.calls),
              blocked: show.number(row.blocked),
            })}
            openDelay={80}
          >
            <div className={classes.slot}>
              <div className={classes.blocked} style={height(row.blocked)} />
              <div className={classes.calls} style={height(row.calls)} />
              {i % every === 0 && <span className={classes.hourName}>{row.name}</span>}
            </div>
          </Tooltip>
        ))}
      </div>
      {/* A table ignores a given width, so a box around it hides it. */}
      <div className="k-unseen">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              <th scope="col">{t('keys.usage.calls')}</th>
              <th scope="col">{t('keys.usage.refused')}</th>
            </tr>
          </thead>
          <tbody>
            {rows
              .filter((row) => row.calls + row.blocked > 0)
              .map((row) => (
                <tr key={row.start}>
                  <th scope="row">{row.label}</th>
                  <td>{show.number(row.calls)}</td>
                  <td>{show.number(row.blocked)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
