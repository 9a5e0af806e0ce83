/**
 * A chart of uPlot in a box: as wide as the box, drawn anew with other figures and with another theme, whose colours it
 * reads when it is drawn. Import it only from what is loaded with the chart.
 */
import 'uplot/dist/uPlot.min.css'
import { type RefObject, useEffect, useRef } from 'react'
import UPlot from 'uplot'

const HEIGHT = 220

export const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
export const secondsOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000
export const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

type Drawn = { options: Omit<UPlot.Options, 'width' | 'height'>; data: UPlot.AlignedData }

/** What all charts over days have in common. */
export function daysOptions(showValue: (value: number) => string, showDay: (day: string) => string) {
  const axis = {
    stroke: token('--k-text-2'),
    grid: { stroke: token('--k-border'), width: 1 },
    ticks: { show: false },
  }
  return {
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    tzDate: (seconds: number) => UPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    axes: [
      {
        ...axis,
        space: 72,
        size: 32,
        values: (_: UPlot, ticks: number[]) => ticks.map((tick) => showDay(dayOf(tick))),
      },
      { ...axis, size: 56, values: (_: UPlot, ticks: number[]) => ticks.map((tick) => showValue(tick)) },
    ],
  } satisfies Partial<UPlot.Options>
}

/**
 * @param shown of what is drawn, as a text: another text is drawn anew
 * @param draw reads the colours
 */
export function usePlot(shown: string, draw: (node: HTMLElement) => Drawn): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const drawer = useRef(draw)
  drawer.current = draw
  useEffect(() => {
    const node = box.current
    if (!node) return
    const make = () => {
      const { options, data } = drawer.current(node)
      return new UPlot({ ...options, width: node.clientWidth, height: HEIGHT }, data, node)
    }
    let plot = make()
    const sizes = new ResizeObserver(() => plot.setSize({ width: node.clientWidth, height: HEIGHT }))
    sizes.observe(node)
    const themes = new MutationObserver(() => {
      plot.destroy()
      plot = make()
    })
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mantine-color-scheme'] })
    return () => {
      sizes.disconnect()
      themes.disconnect()
      plot.destroy()
    }
  }, [shown])
  return box
}
