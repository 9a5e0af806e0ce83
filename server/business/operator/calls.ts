import { operator as contract } from '../../../contract/business/operator.ts'
import { answer } from '../../base/answer.ts'
import * as inbox from '../../platform/support/inbox.ts'
import { setSuperuser } from '../../platform/users/users.ts'
import * as operator from './operator.ts'
import { readProof } from './seals.ts'
import * as tariffs from './tariffs.ts'
import { readTrail, trailCalls } from './trail.ts'
import * as users from './users.ts'

export const answered = answer(contract, {
  summary: async (ctx) => ({ openConversations: await inbox.countOpen(ctx.floor) }),

  listCabinets: (ctx, { query }) => operator.listCabinets(ctx.floor, query),
  readCabinet: (ctx, { params }) => operator.readCabinet(ctx.floor, params.cabinet),
  extendDemo: (ctx, { params, body }) => operator.extendDemo(ctx.floor, params.cabinet, body.days),
  setTariff: (ctx, { params, body }) => operator.setTariff(ctx.floor, params.cabinet, body.tariff),
  setAgent: (ctx, { params, body }) => operator.setAgent(ctx.floor, params.cabinet, body.isAgent),
  correctBalance: (ctx, { params, body }) => operator.correctBalance(ctx.floor, params.cabinet, body),

  listUsers: (ctx, { query }) => users.listUsers(ctx.floor, query),
  readUser: (ctx, { params }) => users.readUser(ctx, params.id),
  endSessions: (ctx, { params }) => users.endSessions(ctx, params.id),
  async resendVerification(ctx, { params }) {
    await users.resendVerification(ctx, params.id)
    return {}
  },
  async setSuperuser(ctx, { params, body }) {
    await setSuperuser(ctx.floor, ctx.user, params.id, body.superuser, body.password)
    return users.readUser(ctx, params.id)
  },

  listTariffs: (ctx) => tariffs.listTariffs(ctx.floor),
  saveTariff: (ctx, { params, body }) => tariffs.saveTariff(ctx.floor, params.key, body),

  listInvitations: (ctx, { query }) => operator.listInvitations(ctx.floor, query),
  async revokeInvitation(ctx, { params }) {
    await operator.revokeInvitation(ctx.floor, params.cabinet, params.email)
    return {}
  },

  listConversations: (ctx, { query }) => inbox.listInbox(ctx.floor, query),
  readConversation: (ctx, { params }) => inbox.readInbox(ctx.floor, params.uuid),
  answerConversation: (ctx, { params, body }) => inbox.answerInbox(ctx.floor, ctx.user.userId, params.uuid, body.text),
  closeConversation: (ctx, { params }) => inbox.closeInbox(ctx.floor, params.uuid),
  readScreenshot: (ctx, { params }) => inbox.readInboxScreenshot(ctx.floor, params.uuid),

  readTrail: (ctx, { query }) => readTrail(ctx.floor, query),
  readTrailProof: (ctx) => readProof(ctx.floor),
  listTrailCalls: async () => trailCalls(),
})
