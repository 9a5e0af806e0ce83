/** The work of bulk edits, with the CRM and with clients who are chosen by segment, wallet or hand. */
import type { Rules } from '../../../contract/people/segments.ts'
import { amountsKeptThere } from '../../business/integration/integration.ts'
import { chosenClients, type CardLookups } from '../../people/exports/exports.ts'
import { conditionOfRules, rulesOf } from '../../people/segments/segments.ts'
import { type BulkDoors, bulkJobsWith } from '../../reach/bulk-edits/bulk-edits.ts'
import { walletsOfClients } from '../../reach/passes/passes.ts'
import { conditionsOf } from '../clients/clients.ts'

/** @param rules of the segment, as they were when the clients were asked for */
const cardsWith = (rules: Rules | undefined): CardLookups => ({
  walletsOfClients,
  async conditionsOf(db, { segment, ...others }, at) {
    if (segment === undefined || rules === undefined) return conditionsOf(db, { segment, ...others }, at)
    // One that is deleted meanwhile chooses nobody.
    await rulesOf(db, segment)
    return [await conditionOfRules(db, rules, at), ...(await conditionsOf(db, others, at))]
  },
})

export const doors: BulkDoors = {
  amountsKeptThere,
  async asked(db, rows) {
    const segment = rows.of === 'filtered' ? rows.filters.segment : undefined
    return segment === undefined ? rows : { ...rows, rules: await rulesOf(db, segment) }
  },
  async chosen(db, { rules, ...rows }, at, kind) {
    const chosen = await chosenClients(db, rows, at, cardsWith(rules))
    // Who is ticked in the archive is there.
    return kind === 'bring_back' ? { ...chosen, filters: { ...chosen.filters, state: 'archived' } } : chosen
  },
}

export const bulkJobs = bulkJobsWith(doors)
