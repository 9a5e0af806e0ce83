import { payments as contract } from '../../../contract/business/payments.ts'
import { answer } from '../../base/answer.ts'
import * as payments from './payments.ts'

export const answered = answer(contract, {
  generateLink: payments.generateLink,
  readTerms: (ctx) => payments.readTerms(ctx),
  listPayments: (ctx, { query }) => payments.listPayments(ctx.db, query),
  listBusinessPayments: (ctx, { params, query }) => payments.listOperatedPayments(ctx.app, params.cabinet, query),
  refundPayment: payments.refundPayment,
  readSettings: (ctx) => payments.readSettings(ctx.app),
  saveSettings: payments.saveSettings,
  checkSettings: async (ctx) => ({ outcome: await payments.checkSettings(ctx.app) }),
})
