import { support as contract } from '../../../contract/platform/support.ts'
import { answer } from '../../base/answer.ts'
import * as support from './support.ts'

export const answered = answer(contract, {
  about: (ctx) => support.readAbout(ctx.app, ctx.user),
  ask: (ctx, { body }) => support.ask(ctx.app, ctx.user, body),
  listConversations: (ctx, { query }) => support.listConversations(ctx.app, ctx.user, query),
  readConversation: (ctx, { params }) => support.readConversation(ctx.app, ctx.user, params.uuid),
  async markRead(ctx, { params }) {
    await support.markRead(ctx.app, ctx.user, params.uuid)
    return {}
  },
  writeMore: (ctx, { params, body }) => support.writeMore(ctx.app, ctx.user, params.uuid, body),
  uploadScreenshot: (ctx, { file }) => support.uploadScreenshot(ctx.app, ctx.user, file.bytes),
  readScreenshot: (ctx, { params }) => support.readScreenshot(ctx.app, ctx.user, params.uuid),
})
