/** A file of clients, chosen by segment and wallet. */
import { clientExports as contract } from '../../../contract/people/exports.ts'
import { answer } from '../../base/answer.ts'
import { startExport } from '../../people/exports/exports.ts'
import { countAsked } from '../clients/clients.ts'
import { writeExport } from './jobs.ts'

export const answered = answer(
  { startExport: contract.startExport },
  {
    startExport: (ctx, { body }) =>
      startExport(ctx.app, ctx.db, ctx.user, ctx.lang, body, { count: countAsked, writeExport }),
  },
)
