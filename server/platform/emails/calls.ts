import { letters as contract } from '../../../contract/platform/emails.ts'
import { answer } from '../../base/answer.ts'
import * as letters from './emails.ts'

export const answered = answer(contract, {
  readSender: (ctx) => letters.readSender(ctx.floor, ctx.db),
  saveSender: (ctx, { body }) => letters.saveSender(ctx, body, ctx.lang),
  resendConfirmation: async (ctx) => ({ nextInSeconds: await letters.resendConfirmation(ctx, ctx.lang) }),
  confirmReplyTo: (ctx, { body }) => letters.confirmReplyTo(ctx.floor, body.cabinet, body.token, ctx.ip),
  previewLetter: (ctx, { query }) => letters.previewLetter(ctx, query),
  sendTest: async (ctx) => ({ email: await letters.sendTest(ctx) }),
})
