/** One figure day by day, drawn by uPlot, which is loaded with the first chart. The same figures are in a table. */
import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import classes from './overview.module.css'

const HEIGHT = 220

type ChartProps = {
  days: readonly string[]
  values: readonly number[]
  showValue: (value: number) => string
  showDay: (day: string) => string
}

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
const secondsOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000
const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

/** Drawn anew when the figures change; another language or figure is another chart, by its key. */
export function DayChart({ days, values, showValue, showDay }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const texts = useRef({ showValue, showDay })
  const shown = JSON.stringify([days, values])
  useEffect(() => {
    const node = box.current
    if (!node) return
    const { showValue: valueText, showDay: dayText } = texts.current
    const axis = {
      stroke: token('--k-text-2'),
      grid: { stroke: token('--k-border'), width: 1 },
      ticks: { show: false },
    }
    const [allDays, all] = JSON.parse(shown) as [string[], number[]]
    const draw = () =>
      new UPlot(
        {
          width: node.clientWidth,
          height: HEIGHT,
          legend: { show: false },
          cursor: { y: false, drag: { x: false, y: false } },
          tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'UTC'),
          scales: { y: { range: (_, __, max) => [0, Math.max(4, max * 1.1)] } },
          axes: [
            { ...axis, space: 72, size: 32, values: (_, ticks) => ticks.map((tick) => dayText(dayOf(tick))) },
            { ...axis, size: 56, values: (_, ticks) => ticks.map((tick) => valueText(tick)) },
          ],
          series: [
            {},
            {
              stroke: token('--k-chart-1'),
              fill: `${token('--k-chart-1')}22`,
              width: 2,
              points: { show: all.length <= 8, size: 7 },
            },
          ],
          hooks: {
            setCursor: [
              (plot) => {
                const at = plot.cursor.idx
                const tip = node.querySelector<HTMLElement>('[data-tip]')
                if (!tip) return
                const day = at === null || at === undefined ? undefined : allDays[at]
                tip.textContent = day === undefined ? '' : `${dayText(day)}: ${valueText(all[at ?? 0] ?? 0)}`
              },
            ],
          },
        },
        [allDays.map(secondsOf), all],
        node,
      )
    let plot = draw()
    const again = () => {
      plot.destroy()
      plot = draw()
    }
    const sizes = new ResizeObserver(() => plot.setSize({ width: node.clientWidth, height: HEIGHT }))
    sizes.observe(node)
    const themes = new MutationObserver(again)
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mantine-color-scheme'] })
    return () => {
      sizes.disconnect()
      themes.disconnect()
      plot.destroy()
    }
  }, [shown])
  return (
    <div ref={box} className={classes.chart} aria-hidden="true">
      <span data-tip className={classes.tip} />
    </div>
  )
}
