import { variables as contract } from '../../../contract/cards/variables.ts'
import { answer } from '../../base/answer.ts'
import { countExtraValues, dropExtraValues, hasExtraValues } from '../../people/clients/clients.ts'
import { defaultChanged } from '../../reach/passes/passes.ts'
import * as variables from './variables.ts'

export const answered = answer(contract, {
  listVariables: (ctx) => variables.listVariables(ctx.db),
  variableUses: async (ctx) => variables.listUses(ctx.db, await countExtraValues(ctx.db)),
  createVariable: (ctx, { body }) => variables.createVariable(ctx.db, body, ctx.app.clock.now()),
  async saveVariable(ctx, { params, body }) {
    const { variable, templates } = await variables.saveVariable(ctx.db, params.id, body, (name) =>
      hasExtraValues(ctx.db, name),
    )
    return { ...variable, cards: await defaultChanged(ctx.app, ctx.db, templates, variable.name) }
  },
  async removeVariable(ctx, { params }) {
    await dropExtraValues(ctx.db, await variables.removeVariable(ctx.db, params.id), ctx.app.clock.now())
    return {}
  },
})
