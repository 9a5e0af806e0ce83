import { overview } from '../../../contract/business/overview.ts'
import { cabinets as contract } from '../../../contract/platform/cabinets.ts'
import { answer } from '../../base/answer.ts'
import { readOpened } from '../../platform/cabinets/cabinets.ts'
import * as dashboard from './dashboard.ts'
import { listHappenings, readOverview } from './overview.ts'

export const answered = answer(
  { statusBar: contract.statusBar, dashboard: contract.dashboard, ...overview },
  {
    async statusBar(ctx) {
      const cabinet = await readOpened(ctx.app, ctx.db, ctx.user)
      return dashboard.statusBar(cabinet, ctx.user.isEmailVerified, ctx.app.clock.now())
    },
    dashboard: (ctx, { query }) =>
      dashboard.readDashboard({ app: ctx.app, db: ctx.db, tariff: ctx.cabinet.tariff }, query.tile),
    async readOverview(ctx, { query }) {
      const cabinet = await readOpened(ctx.app, ctx.db, ctx.user)
      const asked = { app: ctx.app, db: ctx.db, cabinet, userId: ctx.user.userId, lang: ctx.lang }
      return readOverview(asked, query.period)
    },
    listHappenings: async ({ db }) => ({ happenings: await listHappenings(db) }),
  },
)
