import { hooks as contract } from '../../../contract/business/hooks.ts'
import { answer } from '../../base/answer.ts'
import * as hooks from './hooks.ts'

export const answered = answer(contract, {
  readHook: ({ db }) => hooks.readHook(db),
  connectHook: ({ app, db }, { body }) => hooks.connectHook(app, db, body.url),
  restartHook: ({ app, db }) => hooks.restartHook(app, db),
  async removeHook({ db }) {
    await hooks.removeHook(db)
    return {}
  },
})
