import { segments as contract } from '../../../contract/people/segments.ts'
import { answer } from '../../base/answer.ts'
import * as segments from './segments.ts'

export const answered = answer(contract, {
  listSegments: (ctx, { query }) => segments.listSegments(ctx.db, query, ctx.floor.clock.now()),
  createSegment: (ctx) => segments.createSegment(ctx.floor, ctx.db),
  countSegment: (ctx, { body }) => segments.countRules(ctx.db, body, ctx.floor.clock.now()),
  readSegment: (ctx, { params }) => segments.readSegment(ctx.db, params.segmentId, ctx.floor.clock.now()),
  saveSegment: (ctx, { params, body }) => segments.saveSegment(ctx.db, params.segmentId, body, ctx.floor.clock.now()),
  async removeSegment(ctx, { params }) {
    await segments.removeSegment(ctx.db, params.segmentUuid)
    return {}
  },
  segmentSize: (ctx, { params }) => segments.sizeOf(ctx.db, params.segmentId, ctx.floor.clock.now()),
})
