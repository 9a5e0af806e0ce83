import { type PointerEvent, useRef, useState } from 'react'

const FAR_ENOUGH_PX = 64
const FURTHEST_PX = 96

/** A drag downwards that ends far enough down. There must be a button for the same action: not everybody can drag. */
export function usePullDown(onPulled: () => void) {
  const start = useRef<number | null>(null)
  const [distancePx, setDistance] = useState(0)
  const end = () => {
    if (start.current !== null && distancePx >= FAR_ENOUGH_PX) onPulled()
    start.current = null
    setDistance(0)
  }
  return {
    distancePx,
    isPulling: distancePx > 8,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        start.current = event.clientY
      },
      onPointerMove: (event: PointerEvent) => {
        if (start.current === null || event.buttons === 0) return
        setDistance(Math.min(FURTHEST_PX, Math.max(0, (event.clientY - start.current) * 0.6)))
      },
      onPointerUp: end,
      onPointerLeave: end,
      onPointerCancel: end,
    },
  }
}
