import { support as contract } from '../../../contract/platform/support.ts'
import { answer } from '../../base/answer.ts'
import * as support from './support.ts'

export const answered = answer(contract, {
  about: (ctx) => support.readAbout(ctx.floor, ctx.user),
  ask: (ctx, { body }) => support.ask(ctx.floor, ctx.user, body),
  listConversations: (ctx, { query }) => support.listConversations(ctx.floor, ctx.user, query),
  readConversation: (ctx, { params }) => support.readConversation(ctx.floor, ctx.user, params.uuid),
  async markRead(ctx, { params }) {
    await support.markRead(ctx.floor, ctx.user, params.uuid)
    return {}
  },
  writeMore: (ctx, { params, body }) => support.writeMore(ctx.floor, ctx.user, params.uuid, body),
  uploadScreenshot: (ctx, { file }) => support.uploadScreenshot(ctx.floor, ctx.user, file.bytes),
  readScreenshot: (ctx, { params }) => support.readScreenshot(ctx.floor, ctx.user, params.uuid),
})
