/** The running work of an account, of all rooms, newest first. */
import { cabinets as contract, type RunningJob } from '../../../contract/platform/cabinets.ts'
import { answer } from '../../base/answer.ts'
import { runningWrites } from '../../business/integration/integration.ts'
import { runningExports } from '../../people/exports/exports.ts'
import { runningImports } from '../../people/imports/imports.ts'
import { runningBulkEdits } from '../../reach/bulk-edits/bulk-edits.ts'
import { runningUpdates } from '../../reach/passes/passes.ts'
import { runningGenerations } from '../../reach/preorders/preorders.ts'
import { runningSends } from '../../reach/pushes/pushes.ts'

/** How long finished work stays in the list. */
const RECENT_MS = 60 * 60_000

export const answered = answer(
  { listJobs: contract.listJobs },
  {
    async listJobs({ app, db, user }) {
      const since = new Date(app.clock.now().getTime() - RECENT_MS)
      const lists: RunningJob[][] = await Promise.all([
        runningSends(db, since),
        runningUpdates(db, since),
        runningExports(db, user.userId, since),
        runningImports(db, since),
        runningBulkEdits(db, since),
        runningWrites(db, since),
        runningGenerations(db, since),
      ])
      return { jobs: lists.flat().sort((left, right) => right.startedAt.localeCompare(left.startedAt)) }
    },
  },
)
