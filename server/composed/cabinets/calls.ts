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
import { latestCardNumbers } from '../../people/clients/clients.ts'
import { myInvites } from '../../platform/access/access.ts'
import { createCabinet, lockLimits, readGeneral, readMenu, saveGeneral } from '../../platform/cabinets/cabinets.ts'
import { areImagesKnown } from '../../platform/files/files.ts'

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
      return saveGeneral(ctx.db, ctx.user, body, { isLogoKnown, issued: await issuedNumbers(ctx.db) })
    },
    async saveCardNumbers(ctx, { body }) {
      await lockLimits(ctx.db)
      const { name, logo } = await readGeneral(ctx.db, ctx.user)
      return saveGeneral(
        ctx.db,
        ctx.user,
        { name, logo, ...body },
        { isLogoKnown: true, issued: await issuedNumbers(ctx.db) },
      )
    },
  },
)
