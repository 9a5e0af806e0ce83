import { cabinets as contract } from '../../../contract/platform/cabinets.ts'
import { answer } from '../../base/answer.ts'
import { readOpened } from '../../platform/cabinets/cabinets.ts'
import * as dashboard from './dashboard.ts'

export const answered = answer(
  { statusBar: contract.statusBar, dashboard: contract.dashboard },
  {
    async statusBar(ctx) {
      const cabinet = await readOpened(ctx.app, ctx.db, ctx.user)
      return dashboard.statusBar(cabinet, ctx.user.isEmailVerified, ctx.app.clock.now())
    },
    dashboard: (ctx, { query }) =>
      dashboard.readDashboard({ app: ctx.app, db: ctx.db, tariff: ctx.cabinet.tariff }, query.tile),
  },
)
