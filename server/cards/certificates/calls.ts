import { certificates as contract } from '../../../contract/cards/certificates.ts'
import { answer } from '../../base/answer.ts'
import { requirePassword } from '../../platform/users/step-up.ts'
import * as certificates from './certificates.ts'

export const answered = answer(contract, {
  readApple: (ctx) => certificates.readApple(ctx.db),
  uploadApple: (ctx, { body, file }) => certificates.uploadApple(ctx.app, ctx.db, file.bytes, body.password),
  activateApple: (ctx) => certificates.activateApple(ctx.db),
  activateTest: (ctx) => certificates.activateTest(ctx.app, ctx.db),
  async removePassType(ctx, { body }) {
    await requirePassword(ctx.app, ctx.db.tx, ctx.user, body.password)
    return certificates.removePassType(ctx.db)
  },
  readGoogle: async (ctx) => {
    const { issuerId } = ctx.app.outside.google
    return { state: 'activated' as const, issuerId, isTest: ctx.app.env.google === undefined }
  },
})
