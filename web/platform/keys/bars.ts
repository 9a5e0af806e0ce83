/** Use per hour as bars of the chart: the last day by the hour, or the last week by the day. */
import type { Usage } from '../../../contract/platform/keys.ts'

export type Bar = { start: string; calls: number; blocked: number }

/** The last 24 hours, the current one included. */
export function barsOfDay(hours: Usage['hours']): Bar[] {
  return hours.slice(-24)
}

/** Seven days of 24 hours each, the last one ending with the current hour. */
export function barsOfWeek(hours: Usage['hours']): Bar[] {
  const days = Math.floor(hours.length / 24)
  return Array.from({ length: days }, (_, i) => {
    const day = hours.slice(hours.length - (days - i) * 24, hours.length - (days - i - 1) * 24)
    const sum = (key: 'calls' | 'blocked') => day.reduce((total, hour) => total + hour[key], 0)
    return { start: day.at(-1)?.start ?? '', calls: sum('calls'), blocked: sum('blocked') }
  })
}
