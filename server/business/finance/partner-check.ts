/**
 * Every night what agents are shown is compared with the ledgers of the businesses that came with their codes: each
 * payment, refund and charge is there once with its amount, and nothing else is.
 */
import type { PaymentSettings } from '../../../contract/business/payments.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { findPartnerFaults, insertPartnerCheck, latestPartnerCheck } from './partner-check-sql.ts'

type ShareFault = NonNullable<PaymentSettings['shares']>['faults'][number]['kind']

/** Rows are copied by jobs: what is younger may still be on its way. */
const SETTLED_MS = HOUR_MS
const EXAMPLES = 20
const KEPT_MS = 400 * DAY_MS

/** Keeps what was found for the operator. @returns what differs, by kind: numbers of businesses */
export async function provePartners(app: App): Promise<Readonly<Record<string, readonly number[]>>> {
  const at = app.clock.now()
  const before = new Date(at.getTime() - SETTLED_MS)
  return app.database.acrossCabinets(async (tx) => {
    const faults = await findPartnerFaults(tx, before, EXAMPLES)
    const found = Object.fromEntries(Object.entries(faults).filter(([, cabinets]) => cabinets.length > 0))
    if (Object.keys(found).length > 0) app.log.error({ differing: found }, 'shares of agents and ledgers do not agree')
    await insertPartnerCheck(tx, { id: crypto.randomUUID(), at, faults: found }, new Date(at.getTime() - KEPT_MS))
    return found
  })
}

export const checkPartners: Job<Nothing> = defineJob({
  name: 'check-partners',
  shape: Nothing,
  every: '50 3 * * *',
  async handle(app) {
    await provePartners(app)
  },
})

/** What the latest check found; null before the first one. */
export async function readPartnerCheck(app: App): Promise<PaymentSettings['shares']> {
  const row = await app.database.asOperator(latestPartnerCheck)
  if (!row) return null
  const faults = Object.entries(row.faults).map(([kind, cabinets]) => ({
    kind: kind as ShareFault,
    cabinets: [...cabinets],
  }))
  return { checkedAt: row.at.toISOString(), faults }
}
