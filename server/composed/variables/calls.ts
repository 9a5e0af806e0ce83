/** What a variable means for clients: how many have a value, and what their cards do when it changes. */
import { variables as contract } from '../../../contract/cards/variables.ts'
import { answer } from '../../base/answer.ts'
import * as variables from '../../cards/variables/variables.ts'
import { countExtraValues, hasExtraValues } from '../../people/clients/clients.ts'
import { forgetVariable, saveDefault } from '../../reach/holders/holders.ts'

const { variableUses, saveVariable, removeVariable } = contract

export const answered = answer(
  { variableUses, saveVariable, removeVariable },
  {
    variableUses: async (ctx) => variables.listUses(ctx.db, await countExtraValues(ctx.db)),
    async saveVariable(ctx, { params, body }) {
      const { variable, templates } = await variables.saveVariable(ctx.db, params.id, body, (name) =>
        hasExtraValues(ctx.db, name),
      )
      return { ...variable, cards: await saveDefault(ctx.app, ctx.db, templates, variable.name) }
    },
    async removeVariable(ctx, { params }) {
      await forgetVariable(ctx.app, ctx.db, await variables.removeVariable(ctx.db, params.id))
      return {}
    },
  },
)
