import { pushes as contract } from '../../contract/pushes.ts'
import { answer } from '../base/answer.ts'
import * as pushes from './pushes.ts'

export const answered = answer(contract, {
  listPushes: (ctx, { query }) => pushes.listPushes(ctx.db, query),
  createPush: (ctx, { params, body }) => pushes.createPush(ctx.floor, ctx.db, params.pushType, body),
  readPush: (ctx, { params }) => pushes.readPush(ctx.floor, ctx.db, params.pushUuid),
  savePush: (ctx, { params, body }) => pushes.savePush(ctx.floor, ctx.db, params.pushUuid, body),
  async removePush(ctx, { params }) {
    await pushes.removePush(ctx.db, params.pushUuid)
    return {}
  },
  reach: (ctx, { body }) => pushes.reachOf(ctx.db, body.templates),
  startSend: (ctx, { params }) => pushes.startSend(ctx.floor, ctx.db, params.pushUuid),
  sendStatus: (ctx, { params }) => pushes.sendStatus(ctx.db, params.pushUuid),
  statistics: (ctx, { params }) => pushes.statistics(ctx.db, params.pushUuid),
})
