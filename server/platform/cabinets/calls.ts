import { cabinets as contract } from '../../../contract/platform/cabinets.ts'
import { FREE_START_CARDS_MAX } from '../../../contract/limits.ts'
import { answer } from '../../base/answer.ts'
import { latestCardNumbers } from '../../people/clients/clients.ts'
import { areImagesKnown } from '../files/files.ts'
import * as cabinets from './cabinets.ts'
import { readGeneral, saveExportAllowed, saveGeneral } from './general.ts'

// The status bar and the overview count over every room, so the dashboard answers them; the menu counts invitations, so
// access does.
const { statusBar: _statusBar, dashboard: _dashboard, menu: _menu, ...own } = contract

export const answered = answer(own, {
  checkIdentifier: async (ctx, { params }) => ({ state: await cabinets.checkIdentifier(ctx.app, params.domain) }),
  createCabinet: (ctx, { body }) => cabinets.createCabinet(ctx.app, ctx.user, body),
  listCabinets: (ctx, { query }) => cabinets.listCabinets(ctx.app, ctx.user, query),
  openCabinet: (ctx, { params }) => cabinets.readCabinet(ctx.app, ctx.user, params.domain),
  readGeneral: (ctx) => readGeneral(ctx.db, ctx.user),
  async saveGeneral(ctx, { body }) {
    await cabinets.lockLimits(ctx.db)
    const isLogoKnown = await areImagesKnown(ctx.db, { logo: body.logo })
    return saveGeneral(ctx.db, ctx.user, body, {
      isLogoKnown,
      issued: await latestCardNumbers(ctx.db, FREE_START_CARDS_MAX + 1),
    })
  },
  allowExport: async (ctx, { body }) => ({ status: await saveExportAllowed(ctx.db, body.status) }),
})
