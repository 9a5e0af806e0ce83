import { billing } from '../../../contract/business/billing.ts'
import { bills as contract } from '../../../contract/business/bills.ts'
import { answer } from '../../base/answer.ts'
import * as acts from './acts.ts'
import * as desk from './billing.ts'
import * as bills from './bills.ts'
import { readSupplier, saveSupplier } from './supplier.ts'

export const answered = answer(
  { ...contract, ...billing },
  {
    listBills: (ctx, { query }) => bills.listBills(ctx.app, ctx.db, query),
    readBillTerms: (ctx) => bills.readTerms(ctx.app, ctx.db),
    createBill: (ctx, { body }) =>
      bills.createBill(ctx.app, ctx.db, {
        amountMinor: body.amountMinor,
        payer: body.payer ?? null,
        lang: body.lang ?? ctx.lang,
        userId: ctx.user.userId,
      }),
    cancelBill: (ctx, { params }) => bills.cancelBill(ctx.app, ctx.db, params.billId),
    readBill: (ctx, { params, query }) => bills.readBill(ctx.db, params.billId, query.lang),

    listActs: (ctx, { query }) => acts.listActs(ctx.db, ctx.lang, query),
    readActs: (ctx, { query }) => acts.readActs(ctx.db, query.year, query.lang),
    readAct: (ctx, { params, query }) => acts.readAct(ctx.db, params.actId, query.lang),

    readSupplier: (ctx) => readSupplier(ctx.app),
    saveSupplier: (ctx, { body }) => saveSupplier(ctx.app, body),
    listAllBills: (ctx, { query }) => desk.listAllBills(ctx.app, query),
    bookPayment: (ctx, { params, body }) => desk.bookPayment(ctx.app, ctx.user.userId, params, body),
    refundBill: (ctx, { params, body }) => desk.refundBill(ctx, params, body),
    readStatement: (ctx, { file }) => desk.matchStatement(ctx.app, file.bytes),
  },
)
