import { Tooltip } from '@mantine/core'
import type { BarPart } from './growth-figures.ts'
import { gridLines } from './grid-lines.ts'
import classes from './growth-bars.module.css'

type GrowthBarsProps = {
  /** Already in the reader's language. */
  bars: readonly { start: string; label: string; tip: string; parts: readonly BarPart[] }[]
  format: (value: number) => string
}

/** `25 Oct` */
const LABEL_SHORT = 8

const heightOf = (parts: readonly BarPart[]) => parts.reduce((sum, part) => sum + part.value, 0)

/** One bar per period. The table below has the same numbers for screen readers. */
export function GrowthBars({ bars, format }: GrowthBarsProps) {
  const lines = gridLines(Math.max(...bars.map((bar) => heightOf(bar.parts))))
  const top = lines.at(-1) ?? 1
  // As many labels as fit; on a phone every other one, or fewer where they are long.
  const every = Math.ceil(bars.length / 8)
  const last = bars.length - 1
  const onPhone = Math.max(...bars.map((bar) => bar.label.length)) > LABEL_SHORT ? 4 : 2
  return (
    <div className={classes.chart} aria-hidden="true">
      <div className={classes.scale}>
        {lines.toReversed().map((line) => (
          <span key={line}>{format(line)}</span>
        ))}
      </div>
      <div className={classes.plot}>
        {lines.map((line) => (
          <div key={line} className={classes.line} style={{ bottom: `${(line / top) * 100}%` }} />
        ))}
        {bars.map((bar) => (
          <Tooltip key={bar.start} label={bar.tip} openDelay={80}>
            <div className={classes.slot}>
              <div className={classes.bar} style={{ height: `${(heightOf(bar.parts) / top) * 100}%` }}>
                {bar.parts.toReversed().map((part) => (
                  <div key={part.key} data-part={part.key} style={{ flexGrow: part.value }} />
                ))}
              </div>
            </div>
          </Tooltip>
        ))}
      </div>
      <div className={classes.names}>
        {bars.map((bar, index) => (
          <span key={bar.start}>
            {index % every === 0 && (
              <span
                className={classes.name}
                data-spare={(index / every) % onPhone !== 0}
                data-last={last - index <= every / 2}
              >
                {bar.label}
              </span>
            )}
          </span>
        ))}
      </div>
    </div>
  )
}
