import { cabinets as contract } from '../../contract/cabinets.ts'
import { answer } from '../base/answer.ts'
import { readOpened } from '../cabinets/cabinets.ts'
import * as dashboard from './dashboard.ts'

export const answered = answer({ statusBar: contract.statusBar, dashboard: contract.dashboard }, {
  async statusBar(ctx) {
    const cabinet = await readOpened(ctx.db, ctx.user)
    return dashboard.statusBar(cabinet, ctx.user.isEmailVerified, ctx.floor.clock.now())
  },
  dashboard: async (ctx) => dashboard.readDashboard(ctx.floor, ctx.db, ctx.cabinet.tariff !== null),
})
