/** Variables with what uses them: how many clients have a value, which texts name them, what cards do on a change. */
import { variables as contract } from '../../../contract/cards/variables.ts'
import { answer } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import { templatesNaming, templatesShowing } from '../../cards/templates/templates.ts'
import * as variables from '../../cards/variables/variables.ts'
import { countExtraValues, hasExtraValues } from '../../people/clients/clients.ts'
import { formsNaming } from '../../people/forms/forms.ts'
import { forgetVariable, saveDefault } from '../../reach/holders/holders.ts'
import { pushesNaming } from '../../reach/pushes/pushes.ts'
import { clearVariable } from './jobs.ts'

const { variableUses, saveVariable, removeVariable } = contract

const usesIn = (db: CabinetDb) => async (names: readonly string[]) => [
  ...(await formsNaming(db, names)).map((use) => ({ ...use, kind: 'forms' as const })),
  ...(await templatesNaming(db, names)).map((use) => ({ ...use, kind: 'templates' as const })),
  ...(await pushesNaming(db, names)).map((use) => ({ ...use, kind: 'pushes' as const })),
]

export const answered = answer(
  { variableUses, saveVariable, removeVariable },
  {
    variableUses: async ({ db }) => variables.listUses(db, await countExtraValues(db), usesIn(db)),
    async saveVariable({ app, db }, { params, body }) {
      const { variable, isDefaultNew } = await variables.saveVariable(db, params.id, body, {
        findUses: usesIn(db),
        hasValues: (name) => hasExtraValues(db, name),
      })
      const templates = isDefaultNew ? await templatesShowing(db, variable.name) : []
      return { ...variable, cards: await saveDefault(app, db, templates, variable.name) }
    },
    async removeVariable({ app, db }, { params }) {
      const around = { findUses: usesIn(db), clearFew: (name: string) => forgetVariable(app, db, name) }
      const isLeft = await variables.removeVariable(db, params.id, around, app.clock.now())
      if (isLeft) await app.jobs.enqueue(db.tx, clearVariable, { cabinetId: db.cabinetId, id: params.id })
      return {}
    },
  },
)
