import { users as contract } from '../../../contract/platform/users.ts'
import { answer } from '../../base/answer.ts'
import { refusals } from '../../base/refusal.ts'
import { isReferralCode } from '../../business/partner/partner.ts'
import { login } from './login.ts'
import { changePassword, checkReset, resetPassword } from './new-password.ts'
import { acceptOffer, readOffer } from './offer.ts'
import * as users from './users.ts'

const refuse = refusals(contract)

export const answered = answer(contract, {
  async login(ctx, { body }) {
    const signedIn = await login(ctx.app, body, ctx)
    ctx.proved(signedIn.user.id)
    return signedIn
  },
  async logout(ctx) {
    await users.logout(ctx.app, ctx.user.sessionId)
    return {}
  },
  me: (ctx) => users.readUser(ctx.app, ctx.user.userId),
  ping: async () => ({}),
  async saveLanguage(ctx, { body }) {
    await users.saveLanguage(ctx.app, ctx.user.userId, body.lang)
    return {}
  },
  saveProfile: (ctx, { body }) => users.saveProfile(ctx.app, ctx.user.userId, body),
  changePassword: async (ctx, { body }) => ({ ended: await changePassword(ctx.app, ctx.user, body) }),
  readOffer: (ctx) => readOffer(ctx.app, ctx.user.userId),
  acceptOffer: (ctx, { body }) => acceptOffer(ctx.app, ctx.user.userId, body.version),
  async signUp(ctx, { body }) {
    if (body.promoCode && !(await isReferralCode(ctx.app, body.promoCode))) throw refuse('promo_account_not_found')
    await users.signUp(ctx.app, body, ctx.lang, ctx.ip)
    return { name: body.name, surname: body.surname, email: body.email }
  },
  async verifyEmail(ctx, { params }) {
    const { id, email } = await users.verifyEmail(ctx.app, params.code)
    ctx.proved(id)
    return { email }
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
  listSessions: (ctx) => users.listSessions(ctx.app, ctx.user),
  endOtherSessions: async (ctx) => ({ ended: await users.endOtherSessions(ctx.app, ctx.user) }),
})
