/** Points for purchases: what an account gives where its CRM gives nothing itself. */
import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { Time, Version } from '../page.ts'

/** Hundredths of a percent: 5 % is 500. */
export const RATE_MAX = 100_00
export const RATE_USUAL = 5_00

/**
 * Points for an amount, both in minor units; a part of the smallest one is not given.
 * @param hasDecimals false: only whole points are given
 */
export function pointsFor(amountMinor: number, rate: number, hasDecimals: boolean): number {
  const least = hasDecimals ? 1 : 100
  return amountMinor > 0 ? Math.floor((amountMinor * rate) / 100_00 / least) * least : 0
}

export const Programme = z.object({
  isOn: z.boolean(),
  /** Points in hundredths of a percent of a purchase. */
  rate: z.int(),
  /** Purchases from this moment on earn points; null: it is off. */
  since: Time.nullable(),
  /** Name of a connected CRM that gives points itself; while it does, nothing is given here. */
  givenBy: z.string().nullable(),
  /** The last purchase that has an amount, as an example; null: there is none. */
  lastAmountMinor: z.int().nullable(),
  version: Version,
})
export type Programme = z.infer<typeof Programme>

const readProgramme = call('GET', '/applications/{c}/purchases/programme', {
  who: 'member',
  summary: 'Get the points for purchases',
  description:
    'Returns whether purchases earn points, and how many: `rate` is in hundredths of a percent of the amount (500 is ' +
    '5 %). A connected CRM that gives points itself is named in `givenBy`; while it does, nothing is given here. ' +
    '`lastAmountMinor` is in the ' +
    'smallest currency unit.',
  reply: Programme,
})

export const purchases = {
  readProgramme,
  saveProgramme: call('PUT', '/applications/{c}/purchases/programme', {
    who: 'member',
    right: 'amounts',
    keeps: savedIn(readProgramme, (programme) => programme),
    summary: 'Save the points for purchases',
    description:
      'Turns points for purchases on or off, or changes their rate. Purchases from the moment it is turned on earn ' +
      'points once for each document; a refund takes them back, as far as they are still there. A new rate applies ' +
      'to purchases that arrive after it. An outdated `version` is refused. `lastAmountMinor` is in the smallest ' +
      'currency unit.',
    body: z.object({ isOn: z.boolean(), rate: z.int().min(1).max(RATE_MAX), version: Version }),
    reply: Programme,
    errors: { version_conflict: 409 },
  }),
}
