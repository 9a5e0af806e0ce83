import { users as contract } from '../../contract/users.ts'
import { answer } from '../base/answer.ts'
import * as users from './users.ts'

export const answered = answer(contract, {
  login: (ctx, { body }) => users.login(ctx.floor, body.email, body.password, ctx),
  async logout(ctx) {
    await users.logout(ctx.floor, ctx.user.sessionId)
    return {}
  },
  me: (ctx) => users.readUser(ctx.floor, ctx.user.userId),
  ping: async () => ({}),
  async saveLanguage(ctx, { body }) {
    await users.saveLanguage(ctx.floor, ctx.user.userId, body.lang)
    return {}
  },
  async signUp(ctx, { body }) {
    await users.signUp(ctx.floor, body, ctx.lang, ctx.ip)
    return { name: body.name, surname: body.surname, email: body.email }
  },
  verifyEmail: async (ctx, { params }) => ({ email: await users.verifyEmail(ctx.floor, params.code) }),
  resendVerification: async (ctx, { body }) => ({ nextInSeconds: await users.resendLink(ctx.floor, body.email, 'verify', ctx.lang, ctx.ip) }),
  requestReset: async (ctx, { body }) => ({ nextInSeconds: await users.resendLink(ctx.floor, body.email, 'reset', ctx.lang, ctx.ip) }),
  async checkReset(ctx, { body }) {
    await users.checkReset(ctx.floor, body.email, body.token, ctx.ip)
    return {}
  },
  async resetPassword(ctx, { body }) {
    await users.resetPassword(ctx.floor, body, ctx.ip)
    return {}
  },
  listSessions: (ctx) => users.listSessions(ctx.floor, ctx.user),
  endOtherSessions: async (ctx) => ({ ended: await users.endOtherSessions(ctx.floor, ctx.user) }),
})
