/** One figure day by day, drawn by uPlot, which is loaded with the first chart. The same figures are in a table. */
import classes from '../../parts/chart/chart.module.css'
import { daysOptions, secondsOf, token, usePlot } from '../../parts/chart/use-plot.ts'

type ChartProps = {
  days: readonly string[]
  values: readonly number[]
  showValue: (value: number) => string
  showDay: (day: string) => string
}

/** Drawn anew when the figures change; another language or figure is another chart, by its key. */
export function DayChart({ days, values, showValue, showDay }: ChartProps) {
  const box = usePlot(JSON.stringify([days, values]), (node) => ({
    options: {
      ...daysOptions(showValue, showDay),
      scales: { y: { range: (_, __, max) => [0, Math.max(4, max * 1.1)] } },
      series: [
        {},
        {
          stroke: token('--k-chart-1'),
          fill: `${token('--k-chart-1')}22`,
          width: 2,
          points: { show: values.length <= 8, size: 7 },
        },
      ],
      hooks: {
        setCursor: [
          (plot) => {
            const at = plot.cursor.idx
            const tip = node.querySelector<HTMLElement>('[data-tip]')
            if (!tip) return
            const day = at === null || at === undefined ? undefined : days[at]
            tip.textContent = day === undefined ? '' : `${showDay(day)}: ${showValue(values[at ?? 0] ?? 0)}`
          },
        ],
      },
    },
    data: [days.map(secondsOf), [...values]],
  }))
  return (
    <div ref={box} className={classes.chart} aria-hidden="true">
      <span data-tip className={classes.tip} />
    </div>
  )
}
