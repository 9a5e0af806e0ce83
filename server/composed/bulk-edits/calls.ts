/** Bulk edits of clients who are chosen by segment, wallet or hand. */
import { bulkEdits as contract } from '../../../contract/reach/bulk-edits.ts'
import { answer } from '../../base/answer.ts'
import { requireRight } from '../../base/member-rights.ts'
import { chosenClients } from '../../people/exports/exports.ts'
import {
  listBulkEdits,
  listBulkLeft,
  previewBulkEdit,
  readBulkEdit,
  startBulkEdit,
  undoBulkEdit,
} from '../../reach/bulk-edits/bulk-edits.ts'
import { walletsOfClients } from '../../reach/passes/passes.ts'
import { conditionsOf } from '../clients/clients.ts'
import { bulkJobs } from './jobs.ts'

const cards = { conditionsOf, walletsOfClients }

export const answered = answer(contract, {
  async previewBulkEdit({ app, db }, { body }) {
    const now = app.clock.now()
    return previewBulkEdit(db, await chosenClients(db, body.rows, now, cards), now)
  },
  async startBulkEdit({ app, db, cabinet, user, lang }, { body: { rows, action } }) {
    if (action.kind === 'amount') requireRight(cabinet, 'amounts')
    const chosen = await chosenClients(db, rows, app.clock.now(), cards)
    // Who is ticked in the archive is there.
    if (action.kind === 'bring_back') chosen.filters = { ...chosen.filters, state: 'archived' }
    return startBulkEdit(app, db, { userId: user.userId, lang }, { chosen, action }, bulkJobs)
  },
  listBulkEdits: ({ app, db }, { query }) => listBulkEdits(db, query, app.clock.now()),
  readBulkEdit: ({ app, db }, { params }) => readBulkEdit(db, params.id, app.clock.now()),
  listBulkLeft: ({ db }, { params, query }) => listBulkLeft(db, params.id, query),
  undoBulkEdit: ({ app, db, cabinet }, { params }) =>
    undoBulkEdit(app, db, params.id, bulkJobs, ({ kind }) => {
      if (kind === 'amount') requireRight(cabinet, 'amounts')
    }),
})
