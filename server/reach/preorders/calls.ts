import { preorders as contract } from '../../../contract/reach/preorders.ts'
import { answer } from '../../base/answer.ts'
import * as preorders from './preorders.ts'

export const answered = answer(contract, {
  readActivation: ({ app, db }) => preorders.readActivation(app, db),
  activate: ({ app, db }, { body }) => preorders.activate(app, db, body),
  readGeneration: ({ app, db, cabinet }) => preorders.readGeneration(app, db, cabinet.domain),
  async generate({ app, db, cabinet }, { body }) {
    await preorders.startGeneration(app, db, body)
    return preorders.readGeneration(app, db, cabinet.domain)
  },
})
