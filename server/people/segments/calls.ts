import { segments as contract } from '../../../contract/people/segments.ts'
import { answer } from '../../base/answer.ts'
import * as segments from './segments.ts'

// Segments with what uses them are answered in server/composed/segments.
const { countSegment, segmentSize } = contract

export const answered = answer(
  { countSegment, segmentSize },
  {
    countSegment: (ctx, { query, body }) =>
      segments.countRules(ctx.db, body, ctx.app.clock.now(), query.count === 'exact'),
    segmentSize: (ctx, { params }) => segments.sizeOf(ctx.db, params.segmentId, ctx.app.clock.now()),
  },
)
