/** Spending of each period as bars, its kinds on top of each other. The same figures are in a table. */
import UPlot from 'uplot'
import classes from '../../parts/chart/chart.module.css'
import { daysOptions, secondsOf, token, usePlot } from '../../parts/chart/use-plot.ts'

type Part = { name: string; colour: string; values: readonly number[] }
type ChartProps = {
  starts: readonly string[]
  parts: readonly Part[]
  showValue: (value: number) => string
  showDay: (day: string) => string
}

/** Part of the room of a period that its bar takes, and the widest bar. */
const BAR: [share: number, maxPx: number] = [0.7, 48]

/**
 * Heights of what is drawn from the back to the front: all kinds together first, then all but the last, so that each
 * bar shows its own share above the next. What was taken back is no bar.
 */
function stacked(parts: readonly Part[]): number[][] {
  const sums: number[][] = []
  for (const { values } of parts) sums.push(values.map((value, at) => (sums.at(-1)?.[at] ?? 0) + Math.max(0, value)))
  return sums.toReversed()
}

export function SpendingChart({ starts, parts, showValue, showDay }: ChartProps) {
  const box = usePlot(JSON.stringify([starts, parts]), (node) => ({
    options: {
      ...daysOptions(showValue, showDay),
      scales: {
        x: { range: (_, min, max) => around(min, max, starts.length) },
        y: { range: (_, __, max) => [0, Math.max(100, max * 1.1)] },
      },
      series: [
        {},
        ...parts.toReversed().map(({ colour }) => ({
          fill: token(colour),
          stroke: token(colour),
          width: 0,
          points: { show: false },
          ...(UPlot.paths.bars && { paths: UPlot.paths.bars({ size: BAR }) }),
        })),
      ],
      hooks: {
        setCursor: [
          (plot) => {
            const at = plot.cursor.idx
            const tip = node.querySelector<HTMLElement>('[data-tip]')
            if (!tip) return
            const start = at === null || at === undefined ? undefined : starts[at]
            const amounts = parts.map(({ name, values }) => [name, values[at ?? 0] ?? 0] as const)
            const shown = amounts
              .filter(([, value]) => value !== 0)
              .map(([name, value]) => `${name} ${showValue(value)}`)
            tip.textContent = start === undefined ? '' : [showDay(start), ...shown].join(' · ')
          },
        ],
      },
    },
    data: [starts.map(secondsOf), ...stacked(parts)],
  }))
  return (
    <div ref={box} className={classes.chart} aria-hidden="true">
      <span data-tip className={classes.tip} />
    </div>
  )
}

/** Half a period on both sides, so that the first and the last bar are whole. */
function around(min: number, max: number, periods: number): [number, number] {
  const half = periods > 1 ? (max - min) / (periods - 1) / 2 : 43_200
  return [min - half, max + half]
}
