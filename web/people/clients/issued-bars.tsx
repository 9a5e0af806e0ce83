import { Tooltip } from '@mantine/core'
import { gridLines } from './grid-lines.ts'
import classes from './issued-bars.module.css'

type IssuedBarsProps = {
  /** Already in the reader's language. */
  bars: readonly { start: string; label: string; clients: number }[]
  name: string
  format: (value: number) => string
}

/** One bar per period. The table below has the same numbers for screen readers. */
export function IssuedBars({ bars, name, format }: IssuedBarsProps) {
  const lines = gridLines(Math.max(...bars.map((bar) => bar.clients)))
  const top = lines.at(-1) ?? 1
  // As many labels as fit; on a phone every other one.
  const every = Math.ceil(bars.length / 8)
  const last = bars.length - 1
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
          <Tooltip key={bar.start} label={`${bar.label}: ${format(bar.clients)} · ${name}`} openDelay={80}>
            <div className={classes.slot}>
              <div className={classes.bar} style={{ height: `${(bar.clients / top) * 100}%` }} />
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
                data-spare={(index / every) % 2 === 1}
                data-last={last - index < every / 2}
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
