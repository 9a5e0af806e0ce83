/** Purchases that programs report, and the points for them: what the CRM gives itself is not given here. */
import type { CabinetDb } from '../../base/db.ts'
import { externalEvents } from '../../../contract/people/external-events.ts'
import { purchases as contract, type Programme } from '../../../contract/reach/purchases.ts'
import { answer } from '../../base/answer.ts'
import { crmThatEarns } from '../../business/integration/integration.ts'
import { addEvent, readEvent } from '../../people/clients/clients.ts'
import * as purchases from '../../reach/purchases/purchases.ts'

const programmeReply = async (db: CabinetDb): Promise<Programme> => ({
  ...(await purchases.readProgramme(db)),
  givenBy: await crmThatEarns(db),
})

export const answered = answer(
  { ...contract, addEvent: externalEvents.addEvent },
  {
    readProgramme: ({ db }) => programmeReply(db),
    async saveProgramme({ app, db }, { body }) {
      await purchases.saveProgramme(db, body, app.clock.now())
      return programmeReply(db)
    },
    async addEvent({ app, db, user }, { params, body }) {
      // A key has no session.
      const source = user.sessionId === '' ? 'api' : 'cabinet'
      const added = await addEvent(db, params.id, body, source, app.clock.now())
      const isPurchase = body.kind === 'purchase' || body.kind === 'refund'
      if (added.isRepeat || !isPurchase) return added
      const earns = (await crmThatEarns(db)) === null
      await purchases.settlePurchase(app, db, added.event.id, { isNew: true, earns })
      return { ...added, event: (await readEvent(db, added.event.id)) ?? added.event }
    },
  },
)
