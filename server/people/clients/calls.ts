import { clients as contract } from '../../../contract/people/clients.ts'
import { answer } from '../../base/answer.ts'
import * as clients from './clients.ts'

// Whole clients, with cards and CRM, are answered in server/composed/clients.
const { balanceHistory, issuedByDay } = contract

export const answered = answer(
  { balanceHistory, issuedByDay },
  {
    balanceHistory: (ctx, { params, query }) => clients.balanceHistory(ctx.db, params.id, query),
    issuedByDay: (ctx, { query }) => clients.issuedByDay(ctx.db, Number(query.days), ctx.app.clock.now()),
  },
)
