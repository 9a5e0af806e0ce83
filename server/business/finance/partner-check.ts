/**
 * Every night what agents are shown is compared with the ledgers of the businesses that came with their codes: each
 * payment, refund and charge is there once with its amount, and nothing else is.
 */
import { HOUR_MS } from '../../../contract/time.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { findPartnerFaults } from './partner-check-sql.ts'

/** Rows are copied by jobs: what is younger may still be on its way. */
const SETTLED_MS = HOUR_MS
const EXAMPLES = 20

/** @returns what differs, by kind: numbers of businesses */
export async function provePartners(app: App): Promise<Readonly<Record<string, readonly number[]>>> {
  const before = new Date(app.clock.now().getTime() - SETTLED_MS)
  const faults = await app.database.acrossCabinets((tx) => findPartnerFaults(tx, before, EXAMPLES))
  const found = Object.fromEntries(Object.entries(faults).filter(([, cabinets]) => cabinets.length > 0))
  if (Object.keys(found).length > 0) app.log.error({ differing: found }, 'shares of agents and ledgers do not agree')
  return found
}

export const checkPartners: Job<Nothing> = defineJob({
  name: 'check-partners',
  shape: Nothing,
  every: '50 3 * * *',
  async handle(app) {
    await provePartners(app)
  },
})
