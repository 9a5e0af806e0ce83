import { keys as contract } from '../../../contract/platform/keys.ts'
import { answer } from '../../base/answer.ts'
import * as keys from './keys.ts'

export const answered = answer(contract, {
  listKeys: (ctx) => keys.listKeys(ctx.app, ctx.db),
  createKey: (ctx, { body }) => keys.createKey(ctx, body),
  renameKey: (ctx, { params, body }) => keys.renameKey(ctx.app, ctx.db, params.id, body.name),
  async revokeKey(ctx, { params }) {
    await keys.revokeKey(ctx.db, params.id)
    return {}
  },
  rotateKey: (ctx, { params, body }) => keys.rotateKey(ctx, params.id, body),
  readUsage: (ctx) => keys.readUsage(ctx.app, ctx.db),
})
