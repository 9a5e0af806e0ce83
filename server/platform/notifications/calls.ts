import { notifications as contract } from '../../../contract/platform/notifications.ts'
import { answer } from '../../base/answer.ts'
import * as notifications from './notifications.ts'

export const answered = answer(contract, {
  listNotifications: (ctx, { query }) =>
    notifications.listNotifications(
      ctx.db,
      ctx.user.userId,
      { ...query, unread: query.unread === 'true', type: query.type, id: query.id },
      ctx.lang,
    ),
  countUnread: (ctx) => notifications.countUnread(ctx.db, ctx.user.userId, ctx.lang),
  async readNotification(ctx, { params }) {
    await notifications.readNotification(ctx.db, ctx.user.userId, params.id)
    return {}
  },
  readAll: async (ctx) => ({ before: await notifications.readAll(ctx.db, ctx.user.userId) }),
  async unreadAll(ctx, { body }) {
    await notifications.unreadAll(ctx.db, ctx.user.userId, body.before)
    return {}
  },
  readSubscription: (ctx, { params }) => notifications.readSubscription(ctx.app, params.hash),
  unsubscribe: (ctx, { params }) => notifications.unsubscribe(ctx.app, params.hash),
  subscribeAgain: (ctx, { params }) => notifications.subscribeAgain(ctx.app, params.hash),
})
