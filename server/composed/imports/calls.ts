/** Imports of clients: new ones get cards, and those of a CRM are left to it. */
import { imports as contract } from '../../../contract/people/imports.ts'
import { answer } from '../../base/answer.ts'
import { bringFromCrm, expectNoDemo, readOnFromCrm } from '../../business/integration/integration.ts'
import * as imports from '../../people/imports/imports.ts'
import { doors, importJobs } from './jobs.ts'

export const answered = answer(contract, {
  uploadImport: ({ app, cabinet, user, lang }, { file, body }) =>
    imports.uploadImport(app, cabinet.id, { userId: user.userId, lang }, { file, options: body }, doors),
  bringFromCrm(ctx) {
    expectNoDemo(ctx)
    return bringFromCrm(ctx)
  },
  async readOnFromCrm(ctx, { params }) {
    await imports.readImport(ctx.db, params.id, doors)
    expectNoDemo(ctx)
    return readOnFromCrm(ctx, params.id)
  },
  listImports: ({ db }, { query }) => imports.listImports(db, query),
  readImport: ({ db }, { params }) => imports.readImport(db, params.id, doors),
  checkImport: ({ app, db }, { params, body }) => imports.checkImport(app, db, params.id, body, importJobs),
  startImport: ({ app, db }, { params }) => imports.startImport(app, db, params.id, importJobs),
  undoImport: ({ app, db }, { params }) => imports.undoImport(app, db, params.id, importJobs),
  listKeptClients: ({ db }, { params, query }) => imports.listKeptClients(db, params.id, query),
  downloadFaults: ({ app, db, lang }, { params }) => imports.downloadFaults(app, db, params.id, lang),
  async deleteImport({ app, db }, { params }) {
    await imports.deleteImport(app, db, params.id)
    return {}
  },
})
