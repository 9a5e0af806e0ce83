import { clients as contract } from '../../../contract/people/clients.ts'
import { answer } from '../../base/answer.ts'
import * as clients from './clients.ts'

// Whole clients, with cards and CRM, are answered in server/composed/clients.
const { balanceHistory } = contract

export const answered = answer(
  { balanceHistory },
  { balanceHistory: (ctx, { params, query }) => clients.balanceHistory(ctx.db, params.id, query) },
)
