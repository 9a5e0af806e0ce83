/**
 * Calls of cabinets that need other rooms: the menu counts invitations, a new cabinet gets a test certificate, and the
 * first card number must not be one that was issued.
 */
import { FREE_START_CARDS_MAX } from '../../../contract/limits.ts'
import { cabinets as contract } from '../../../contract/platform/cabinets.ts'
import { answer } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refuseNamesOfOthers } from '../../base/protected-names.ts'
import { giveTestCertificate } from '../../cards/certificates/certificates.ts'
import { templatesShowing } from '../../cards/templates/templates.ts'
import { latestCardNumbers } from '../../people/clients/clients.ts'
import { myInvites } from '../../platform/access/access.ts'
import {
  createCabinet,
  lockLimits,
  pointsStyle,
  readGeneral,
  readMenu,
  saveGeneral,
} from '../../platform/cabinets/cabinets.ts'
import { areImagesKnown } from '../../platform/files/files.ts'
import { saveDefault } from '../../reach/holders/holders.ts'

const issuedNumbers = (db: CabinetDb) => latestCardNumbers(db, FREE_START_CARDS_MAX + 1)

export const answered = answer(
  {
    menu: contract.menu,
    createCabinet: contract.createCabinet,
    saveGeneral: contract.saveGeneral,
    saveCardNumbers: contract.saveCardNumbers,
  },
  {
    createCabinet: (ctx, { body }) => createCabinet(ctx.app, ctx.user, body, (db) => giveTestCertificate(ctx.app, db)),
    menu: async (ctx) => ({
      ...(await readMenu(ctx.app, ctx.user)),
      invites: (await myInvites(ctx.app, ctx.user)).length,
    }),
    async saveGeneral(ctx, { body }) {
      refuseNamesOfOthers(ctx.app, { name: body.name }, ctx.user)
      await lockLimits(ctx.db)
      const isLogoKnown = await areImagesKnown(ctx.db, { logo: body.logo })
      const { hasDecimals } = await pointsStyle(ctx.db)
      const saved = await saveGeneral(ctx.db, ctx.user, body, { isLogoKnown, issued: await issuedNumbers(ctx.db) })
      // Cards that show points follow, as they do after a new default value.
      if (saved.points.hasDecimals !== hasDecimals)
        await saveDefault(ctx.app, ctx.db, await templatesShowing(ctx.db, 'bonus'), 'bonus')
      return saved
    },
    async saveCardNumbers(ctx, { body }) {
      await lockLimits(ctx.db)
      const { name, logo, points } = await readGeneral(ctx.db, ctx.user)
      return saveGeneral(
        ctx.db,
        ctx.user,
        { name, logo, points, ...body },
        { isLogoKnown: true, issued: await issuedNumbers(ctx.db) },
      )
    },
  },
)
