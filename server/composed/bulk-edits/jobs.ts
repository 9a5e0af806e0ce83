/** The work of bulk edits, with the CRM and with clients who are chosen by segment, wallet or hand. */
import { amountsKeptThere } from '../../business/integration/integration.ts'
import { chosenClients } from '../../people/exports/exports.ts'
import { type BulkDoors, bulkJobsWith } from '../../reach/bulk-edits/bulk-edits.ts'
import { walletsOfClients } from '../../reach/passes/passes.ts'
import { conditionsOf } from '../clients/clients.ts'

const cards = { conditionsOf, walletsOfClients }

export const doors: BulkDoors = {
  amountsKeptThere,
  async chosen(db, rows, at, kind) {
    const chosen = await chosenClients(db, rows, at, cards)
    // Who is ticked in the archive is there.
    return kind === 'bring_back' ? { ...chosen, filters: { ...chosen.filters, state: 'archived' } } : chosen
  },
}

export const bulkJobs = bulkJobsWith(doors)
