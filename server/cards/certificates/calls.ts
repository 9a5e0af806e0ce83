import { certificates as contract } from '../../../contract/cards/certificates.ts'
import { answer } from '../../base/answer.ts'
import { requirePassword } from '../../platform/users/step-up.ts'
import * as certificates from './certificates.ts'

export const answered = answer(contract, {
  readApple: (ctx) => certificates.readApple(ctx.floor, ctx.db),
  uploadApple: (ctx, { body, file }) => certificates.uploadApple(ctx.floor, ctx.db, file.bytes, body.password),
  activateApple: (ctx) => certificates.activateApple(ctx.floor, ctx.db),
  activateTest: (ctx) => certificates.activateTest(ctx.floor, ctx.db),
  async removePassType(ctx, { body }) {
    await requirePassword(ctx.floor, ctx.db.tx, ctx.user, body.password)
    return certificates.removePassType(ctx.floor, ctx.db)
  },
  readGoogle: async (ctx) => {
    const { issuerId } = ctx.floor.outside.google
    return { state: 'activated' as const, issuerId, isTest: ctx.floor.env.google === undefined }
  },
})
