/** Time zones to choose from, each with its present distance from UTC. */

function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts()
  return parts.find((part) => part.type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? ''
}

const labelOf = (zone: string): string => `${zone.replaceAll('_', ' ')} (${offsetOf(zone)})`

/** @param saved the one that is chosen, also when the browser calls it by another name */
export function zoneOptions(saved: string): { value: string; label: string }[] {
  const zones = new Set([saved, ...Intl.supportedValuesOf('timeZone')])
  return [...zones].toSorted().map((value) => ({ value, label: labelOf(value) }))
}
