import { pushes as contract } from '../../../contract/reach/pushes.ts'
import { answer, type CabinetCtx } from '../../base/answer.ts'
import * as pushes from './pushes.ts'

const included = (ctx: CabinetCtx) => pushes.includedIn(ctx.cabinet.tariff)

// Removing is answered in server/composed/pushes, because triggers may use the push.
const { removePush: _remove, ...own } = contract

export const answered = answer(own, {
  listPushes: (ctx, { query }) => pushes.listPushes(ctx.db, query, included(ctx)),
  createPush: (ctx, { params, body }) => pushes.createPush(ctx.app, ctx.db, params.pushType, body, included(ctx)),
  readPush: (ctx, { params }) => pushes.readPush(ctx.app, ctx.db, params.pushUuid, included(ctx)),
  savePush: (ctx, { params, body }) => pushes.savePush(ctx.app, ctx.db, params.pushUuid, body, included(ctx)),
  switchPush: (ctx, { params, body }) =>
    pushes.switchPush(ctx.app, ctx.db, params.pushUuid, body.isActive, included(ctx)),
  pointSettings: (ctx) => pushes.pointSettings(ctx.app, ctx.db),
  reach: (ctx, { body }) => pushes.reachOf(ctx.app, ctx.db, body),
  startSend: (ctx, { params }) => pushes.startSend(ctx.app, ctx.db, params.pushUuid, included(ctx)),
  sendStatus: (ctx, { params }) => pushes.sendStatus(ctx.db, params.pushUuid),
  statistics: (ctx, { params }) => pushes.statistics(ctx.db, params.pushUuid),
})
