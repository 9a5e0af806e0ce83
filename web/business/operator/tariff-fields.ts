/** Limits of a tariff in the order in which people read them. */
export const LIMITS = [
  'cards',
  'templates',
  'forms',
  'segments',
  'triggers',
  'users',
  'geoPoints',
  'beacons',
  'apiPerHour',
  'apiPerSecond',
] as const
