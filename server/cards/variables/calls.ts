import { variables as contract } from '../../../contract/cards/variables.ts'
import { answer } from '../../base/answer.ts'
import * as variables from './variables.ts'

// Calls that ask other rooms where a variable is used are in server/composed/variables.
const { listVariables, createVariable } = contract

export const answered = answer(
  { listVariables, createVariable },
  {
    listVariables: (ctx) => variables.listVariables(ctx.db),
    createVariable: (ctx, { body }) => variables.createVariable(ctx.db, body, ctx.app.clock.now()),
  },
)
