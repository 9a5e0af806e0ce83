/** Another certificate signs from now on, and issued cards of its pass type move to it. */
import { certificates as contract } from '../../../contract/cards/certificates.ts'
import type { App } from '../../base/app.ts'
import { answer } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as certificates from '../../cards/certificates/certificates.ts'
import { changeCertificate } from '../../reach/passes/passes.ts'

const { activateApple, activateTest } = contract

const moveCards = (app: App, db: CabinetDb) => (fromIds: readonly string[], toId: string) =>
  changeCertificate(app, db, fromIds, toId)

export const answered = answer(
  { activateApple, activateTest },
  {
    activateApple: ({ app, db }) => certificates.activateApple(db, moveCards(app, db)),
    activateTest: ({ app, db }) => certificates.activateTest(app, db, moveCards(app, db)),
  },
)
