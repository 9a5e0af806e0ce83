import { activity as contract } from '../../../contract/business/activity.ts'
import { answer } from '../../base/answer.ts'
import { listActivity } from './activity.ts'

export const answered = answer(contract, {
  listActivity: (ctx, { query }) => listActivity(ctx.db, query),
})
