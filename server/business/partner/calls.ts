import { partner as contract } from '../../../contract/business/partner.ts'
import { answer } from '../../base/answer.ts'
import * as partner from './partner.ts'

/** What needs the ledger is answered by finance. */
const { readReferral: _read, activateReferral: _activate, ...own } = contract

export const answered = answer(own, {
  listChildren: (ctx, { query }) => partner.listChildren(ctx.db, query),
  listSpent: (ctx, { query }) => partner.listSpent(ctx.db, query),
  sumSpent: (ctx, { query }) => partner.sumSpent(ctx.db, query),
  listShares: (ctx, { query }) => partner.listShares(ctx.app, ctx.db, query),
  sumShares: (ctx) => partner.sumShares(ctx.app, ctx.db),
  listNoApp: (ctx, { query }) => partner.listNoApp(ctx.app, ctx.cabinet, query),
})
