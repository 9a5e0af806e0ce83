/** A push is removed only while no trigger sends it. */
import { pushes as contract } from '../../../contract/reach/pushes.ts'
import { answer } from '../../base/answer.ts'
import { removePush } from '../../reach/pushes/pushes.ts'
import { triggersOfPush } from '../../reach/triggers/triggers.ts'

export const answered = answer(
  { removePush: contract.removePush },
  {
    async removePush({ app, db }, { params }) {
      await removePush(app, db, params.pushUuid, () => triggersOfPush(db, params.pushUuid))
      return {}
    },
  },
)
