/** The work of bulk edits, with the CRM. */
import { amountsKeptThere } from '../../business/integration/integration.ts'
import { bulkJobsWith } from '../../reach/bulk-edits/bulk-edits.ts'

export const bulkJobs = bulkJobsWith({ amountsKeptThere })
