import { clients as contract } from '../../../contract/people/clients.ts'
import { externalEvents } from '../../../contract/people/external-events.ts'
import { answer } from '../../base/answer.ts'
import * as clients from './clients.ts'
import { addEvent, listEvents, removeEvent } from './external-events.ts'

// Whole clients, with cards and CRM, are answered in server/composed/clients.
const { balanceHistory } = contract

export const answered = answer(
  { balanceHistory, ...externalEvents },
  {
    balanceHistory: (ctx, { params, query }) => clients.balanceHistory(ctx.db, params.id, query),
    listEvents: ({ db }, { params, query }) => listEvents(db, params.id, query),
    addEvent: ({ app, db, user }, { params, body }) =>
      // A key has no session.
      addEvent(db, params.id, body, user.sessionId === '' ? 'api' : 'cabinet', app.clock.now()),
    async removeEvent({ db }, { params }) {
      await removeEvent(db, params.id, params.eventId)
      return {}
    },
  },
)
