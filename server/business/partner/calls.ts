import { partner as contract } from '../../../contract/business/partner.ts'
import { answer } from '../../base/answer.ts'
import * as partner from './partner.ts'

export const answered = answer(contract, {
  readReferral: (ctx) => partner.readReferral(ctx.app, ctx.db),
  activateReferral: (ctx) => partner.activateReferral(ctx.app, ctx.db),
  listChildren: (ctx, { query }) => partner.listChildren(ctx.db, query),
  listSpent: (ctx, { query }) => partner.listSpent(ctx.db, query),
  sumSpent: (ctx, { query }) => partner.sumSpent(ctx.db, query),
  listNoApp: (ctx, { query }) => partner.listNoApp(ctx.app, ctx.cabinet, query),
})
