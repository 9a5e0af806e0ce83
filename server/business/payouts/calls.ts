import { payouts as contract } from '../../../contract/business/payouts.ts'
import { answer } from '../../base/answer.ts'
import * as payouts from './payouts.ts'

export const answered = answer(contract, {
  listPayouts: (ctx, { query }) => payouts.listPayouts(ctx.db, query),
  readPayout: (ctx, { params, query }) => payouts.readPayout(ctx.db, params.payoutId, query.lang),
  listUnpaidAgents: (ctx) => payouts.listUnpaidAgents(ctx.app),
  listAllPayouts: (ctx, { query }) => payouts.listAllPayouts(ctx.app, query),
  payOut: payouts.payOut,
  readAnyPayout: (ctx, { params, query }) =>
    payouts.readAnyPayout(ctx.app, params.cabinet, params.payoutId, query.lang),
})
