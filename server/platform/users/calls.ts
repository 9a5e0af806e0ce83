import { users as contract } from '../../../contract/platform/users.ts'
import { answer } from '../../base/answer.ts'
import { askEmailChange, cancelEmailChange, confirmEmailChange, readEmailChange } from './change-email.ts'
import { login } from './login.ts'
import { changePassword, checkReset, resetPassword } from './new-password.ts'
import { acceptOffer, readOffer } from './offer.ts'
import { readEmailUndo } from './undo-email.ts'
import * as users from './users.ts'
import { userOfLink, verifyEmail } from './verify-email.ts'

// Partners know promo codes, and keys are revoked with a change of address: server/composed/users answers both.
const { signUp: _signUp, checkPromo: _check, undoEmailChange: _undo, ...own } = contract

export const answered = answer(own, {
  async login(ctx, { body }) {
    const signedIn = await login(ctx.app, body, ctx)
    ctx.proved(signedIn.user.id)
    return signedIn
  },
  async logout(ctx) {
    await users.logout(ctx.app, ctx.user)
    return {}
  },
  me: (ctx) => users.readUser(ctx.app, ctx.user.userId),
  ping: async () => ({}),
  async saveLanguage(ctx, { body }) {
    await users.saveLanguage(ctx.app, ctx.user.userId, body.lang)
    return {}
  },
  saveProfile: (ctx, { body }) => users.saveProfile(ctx.app, ctx.user, body),
  changePassword: async (ctx, { body }) => ({ ended: await changePassword(ctx.app, ctx.user, body) }),
  readEmailChange: async (ctx) => ({ waiting: await readEmailChange(ctx.app, ctx.user.userId) }),
  askEmailChange: async (ctx, { body }) => ({ waiting: await askEmailChange(ctx.app, ctx.user, body, ctx.lang) }),
  async cancelEmailChange(ctx) {
    await cancelEmailChange(ctx.app, ctx.user.userId)
    return {}
  },
  confirmEmailChange: (ctx, { body }) => confirmEmailChange(ctx.app, ctx.user, body.token),
  readEmailUndo: (ctx, { body }) => readEmailUndo(ctx.app, body.token, ctx.ip),
  readOffer: (ctx) => readOffer(ctx.app, ctx.user.userId),
  acceptOffer: (ctx, { body }) => acceptOffer(ctx.app, ctx.user.userId, body.version),
  readVerification: async (ctx, { params }) => ({ email: (await userOfLink(ctx.app, params.code)).email }),
  async verifyEmail(ctx, { params, body }) {
    const signedIn = await verifyEmail(ctx.app, { ...params, ...body }, ctx)
    ctx.proved(signedIn.user.id)
    return signedIn
  },
  resendVerification: async (ctx, { body }) => ({
    nextInSeconds: await users.resendLink(ctx.app, body.email, 'verify', ctx.lang, ctx.ip),
  }),
  requestReset: async (ctx, { body }) => ({
    nextInSeconds: await users.resendLink(ctx.app, body.email, 'reset', ctx.lang, ctx.ip),
  }),
  async checkReset(ctx, { body }) {
    await checkReset(ctx.app, body.email, body.token, ctx.ip)
    return {}
  },
  async resetPassword(ctx, { body }) {
    ctx.proved(await resetPassword(ctx.app, body, ctx.ip))
    return {}
  },
  listOwnSessions: (ctx) => users.listSessions(ctx.app, ctx.user),
  endOwnSessions: async (ctx) => ({ ended: await users.endOtherSessions(ctx.app, ctx.user) }),
  listSessions: (ctx) => users.listSessions(ctx.app, ctx.user),
  endOtherSessions: async (ctx) => ({ ended: await users.endOtherSessions(ctx.app, ctx.user) }),
})
