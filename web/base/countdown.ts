/** Counts down the seconds until something may be done again. */
import { useEffect, useState } from 'react'

export function useCountdown(): { secondsLeft: number; start: (seconds: number) => void } {
  const [untilMs, setUntilMs] = useState(0)
  const [nowMs, setNowMs] = useState(() => Date.now())
  const isWaiting = untilMs > nowMs
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => setNowMs(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isWaiting])
  return {
    secondsLeft: Math.max(0, Math.ceil((untilMs - nowMs) / 1000)),
    start: (seconds) => {
      setNowMs(Date.now())
      setUntilMs(Date.now() + seconds * 1000)
    },
  }
}
