import { segments as contract } from '../../../contract/people/segments.ts'
import { answer } from '../../base/answer.ts'
import * as segments from './segments.ts'

export const answered = answer(contract, {
  listSegments: (ctx, { query }) => segments.listSegments(ctx.db, query, ctx.app.clock.now()),
  createSegment: (ctx) => segments.createSegment(ctx.app, ctx.db),
  countSegment: (ctx, { body }) => segments.countRules(ctx.db, body, ctx.app.clock.now()),
  readSegment: (ctx, { params }) => segments.readSegment(ctx.db, params.segmentId, ctx.app.clock.now()),
  saveSegment: (ctx, { params, body }) => segments.saveSegment(ctx.db, params.segmentId, body, ctx.app.clock.now()),
  async removeSegment(ctx, { params }) {
    await segments.removeSegment(ctx.db, params.segmentUuid)
    return {}
  },
  segmentSize: (ctx, { params }) => segments.sizeOf(ctx.db, params.segmentId, ctx.app.clock.now()),
})
