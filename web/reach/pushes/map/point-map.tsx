/** The map of places, each with the circle within which phones notice it. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Spot } from '../coordinates.ts'
import classes from './point-map.module.css'
import { type Tiles, useMap } from './use-map.ts'
import { type Pin, type PinEvents, usePins } from './use-pins.ts'

export type PointMapProps = PinEvents & {
  pins: readonly Pin[]
  /** The place that is being edited. */
  chosen: string | null
  /** The next click on the map sets the chosen place. */
  isPicking: boolean
  tiles: Tiles
  onPick: (spot: Spot) => void
}

export function PointMap(props: PointMapProps) {
  const { isPicking, tiles } = props
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const now = useRef(props)
  useEffect(() => {
    now.current = props
  })
  const pick = useRef((spot: Spot) => {
    if (now.current.isPicking) now.current.onPick(spot)
  })
  const { map, hasTileFault } = useMap(box, tiles, pick)
  usePins(map, props, now)
  return (
    <div className={classes.frame} data-picking={isPicking || undefined}>
      <div ref={box} className={classes.map} role="group" aria-label={t('pushes.map.label')} data-theme-free="" />
      {hasTileFault && (
        <p className={classes.fault} role="status">
          {t('pushes.map.tilesFailed')}
        </p>
      )}
    </div>
  )
}
