import { emails as contract } from '../../../contract/platform/emails.ts'
import { answer } from '../../base/answer.ts'
import * as emails from './emails.ts'

export const answered = answer(contract, {
  readSender: (ctx) => emails.readSender(ctx.app, ctx.db),
  saveSender: (ctx, { body }) => emails.saveSender(ctx, body, ctx.lang),
  resendConfirmation: async (ctx) => ({ nextInSeconds: await emails.resendConfirmation(ctx, ctx.lang) }),
  confirmReplyTo: (ctx, { body }) => emails.confirmReplyTo(ctx.app, body.cabinet, body.token, ctx.ip),
  previewEmail: (ctx, { query }) => emails.previewEmail(ctx, query),
  sendTest: async (ctx) => ({ email: await emails.sendTest(ctx) }),
})
