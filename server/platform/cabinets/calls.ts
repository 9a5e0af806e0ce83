import { cabinets as contract } from '../../../contract/platform/cabinets.ts'
import { answer } from '../../base/answer.ts'
import * as cabinets from './cabinets.ts'
import { readGeneral, saveExportAllowed } from './general.ts'

// What counts over other rooms is answered above: server/business/dashboard, server/composed.
const {
  statusBar: _statusBar,
  dashboard: _dashboard,
  menu: _menu,
  createCabinet: _create,
  saveGeneral: _saveGeneral,
  saveCardNumbers: _saveCardNumbers,
  listJobs: _listJobs,
  ...own
} = contract

export const answered = answer(own, {
  checkIdentifier: async (ctx, { params }) => ({ state: await cabinets.checkIdentifier(ctx.app, params.domain) }),
  listCabinets: (ctx, { query }) => cabinets.listCabinets(ctx.app, ctx.user, query),
  openCabinet: (ctx, { params }) => cabinets.readCabinet(ctx.app, ctx.user, params.domain),
  readGeneral: (ctx) => readGeneral(ctx.db, ctx.user),
  allowExport: async (ctx, { body }) => ({ status: await saveExportAllowed(ctx.db, body.status) }),
})
