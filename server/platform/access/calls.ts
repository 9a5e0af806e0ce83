import { access as contract } from '../../../contract/platform/access.ts'
import { answer } from '../../base/answer.ts'
import * as access from './access.ts'

export const answered = answer(contract, {
  listPeople: (ctx) => access.listPeople(ctx.app, ctx.db),
  invitePerson: (ctx, { body }) => access.invitePerson(ctx, body.email, ctx.lang),
  async removePerson(ctx, { params }) {
    await access.removePerson(ctx.db, params.userId)
    return {}
  },
  async revokeInvite(ctx, { params }) {
    await access.revokeInvite(ctx.app, ctx.db, params.email)
    return {}
  },
  saveNotifications: (ctx, { params, body }) => access.saveNotifications(ctx.db, params.id, body.is_notifications),
  saveRights: (ctx, { params, body }) => access.saveRights(ctx.db, params.id, body.rights),
  myInvites: (ctx) => access.myInvites(ctx.app, ctx.user),
  async answerInvite(ctx, { params, body }) {
    return { domain: await access.answerInvite(ctx.app, ctx.user, params.inviterCabinetId, body.answer) }
  },
  checkInvite: (ctx, { body }) => access.checkInvite(ctx.app, body.email, body.token, ctx.ip),
})
