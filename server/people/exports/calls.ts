import { clientExports as contract } from '../../../contract/people/exports.ts'
import { answer } from '../../base/answer.ts'
import { downloadExport, exportStatus, startExport } from './exports.ts'

export const answered = answer(contract, {
  startExport: (ctx, { body }) => startExport(ctx.app, ctx.db, ctx.user, ctx.lang, body),
  exportStatus: (ctx) => exportStatus(ctx.app, ctx.db, ctx.user.userId),
  downloadExport: (ctx, { params }) => downloadExport(ctx.app, ctx.db, ctx.cabinet, ctx.user, params.id),
})
