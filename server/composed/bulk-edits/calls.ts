/** Bulk edits of clients who are chosen by segment, wallet or hand. */
import { bulkEdits as contract } from '../../../contract/reach/bulk-edits.ts'
import { answer } from '../../base/answer.ts'
import { requireRight } from '../../base/member-rights.ts'
import {
  listBulkEdits,
  listBulkLeft,
  readBulkEdit,
  startBulkEdit,
  undoBulkEdit,
} from '../../reach/bulk-edits/bulk-edits.ts'
import { countAsked } from '../clients/clients.ts'
import { bulkJobs, doors } from './jobs.ts'

export const answered = answer(contract, {
  async previewBulkEdit({ app, db }, { body }) {
    const { count, isEstimate } = await countAsked(db, body.rows, app.clock.now())
    return { clients: count, isEstimate }
  },
  async startBulkEdit({ app, db, cabinet, user, lang }, { body: { rows, action } }) {
    if (action.kind === 'amount') requireRight(cabinet, 'amounts')
    return startBulkEdit(app, db, { userId: user.userId, lang }, { rows, action }, { jobs: bulkJobs, doors })
  },
  listBulkEdits: ({ app, db }, { query }) => listBulkEdits(db, query, app.clock.now()),
  readBulkEdit: ({ app, db }, { params }) => readBulkEdit(db, params.id, app.clock.now()),
  listBulkLeft: ({ db }, { params, query }) => listBulkLeft(db, params.id, query),
  undoBulkEdit: ({ app, db, cabinet }, { params }) =>
    undoBulkEdit(app, db, params.id, bulkJobs, ({ kind }) => {
      if (kind === 'amount') requireRight(cabinet, 'amounts')
    }),
})
