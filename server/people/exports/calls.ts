import { clientExports as contract } from '../../../contract/people/exports.ts'
import { answer } from '../../base/answer.ts'
import { downloadExport, exportStatus } from './exports.ts'

// A file is started in server/composed/exports: it shows cards.
const { startExport: _start, ...own } = contract

export const answered = answer(own, {
  exportStatus: (ctx) => exportStatus(ctx.app, ctx.db, ctx.user.userId),
  downloadExport: (ctx, { params }) => downloadExport(ctx.app, ctx.db, ctx.cabinet, ctx.user, params.id),
})
