import { triggers as contract } from '../../../contract/reach/triggers.ts'
import { answer } from '../../base/answer.ts'
import { requireRight } from '../../base/member-rights.ts'
import * as triggers from './triggers.ts'

export const answered = answer(contract, {
  listTriggers: (ctx) => triggers.listTriggers(ctx.db),
  createTrigger: (ctx) => triggers.createTrigger(ctx.app, ctx.db),
  readTrigger: (ctx, { params }) => triggers.readTrigger(ctx.db, params.triggerUuid),
  saveTrigger: (ctx, { params, body }) => triggers.saveTrigger(ctx.app, ctx.db, params.triggerUuid, body),
  async removeTrigger(ctx, { params }) {
    await triggers.removeTrigger(ctx.app, ctx.db, params.triggerUuid, () => requireRight(ctx.cabinet, 'delete'))
    return {}
  },
  switchTrigger: (ctx, { params, body }) => triggers.switchTrigger(ctx.app, ctx.db, params.triggerUuid, body.isActive),
  async orderTriggers(ctx, { body }) {
    await triggers.orderTriggers(ctx.db, body)
    return {}
  },
  estimateTrigger: (ctx, { query }) => triggers.estimate(ctx.db, query, ctx.app.clock.now()),
})
