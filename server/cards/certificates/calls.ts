import { certificates as contract } from '../../../contract/cards/certificates.ts'
import { answer } from '../../base/answer.ts'
import { requirePassword } from '../../platform/users/step-up.ts'
import * as certificates from './certificates.ts'

// Activating one moves issued cards to it: server/composed/certificates.
const { activateApple: _activateApple, activateTest: _activateTest, ...own } = contract

export const answered = answer(own, {
  readApple: (ctx) => certificates.readApple(ctx.db),
  uploadApple: (ctx, { body, file }) => certificates.uploadApple(ctx.app, ctx.db, file.bytes, body.password),
  async removePassType(ctx, { body }) {
    await requirePassword(ctx.app, ctx.db.tx, ctx.user, body.password)
    return certificates.removePassType(ctx.db)
  },
  readGoogle: async (ctx) => {
    const { issuerId } = ctx.app.outside.google
    return { state: 'activated' as const, issuerId, isTest: ctx.app.env.google === undefined }
  },
})
