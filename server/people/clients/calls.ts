import { clients as contract } from '../../../contract/people/clients.ts'
import { externalEvents } from '../../../contract/people/external-events.ts'
import { clientViews } from '../../../contract/people/client-views.ts'
import { tags } from '../../../contract/people/tags.ts'
import { answer } from '../../base/answer.ts'
import * as clients from './clients.ts'
import { listEvents, removeEvent } from './external-events.ts'
import { createTag, listTags, renameTag, setClientTags } from './tags.ts'
import { listViews, removeView, renameView, saveView } from './views.ts'

// Whole clients, with cards and CRM, are answered in server/composed/clients.
const { balanceHistory } = contract
// What asks for a tag is above this room, so its removal is answered there too.
const { removeTag: _removeTag, ...ownTags } = tags
// A purchase may earn points, which are above this room.
const { addEvent: _addEvent, ...ownEvents } = externalEvents

export const answered = answer(
  { balanceHistory, ...ownEvents, ...ownTags, ...clientViews },
  {
    balanceHistory: (ctx, { params, query }) => clients.balanceHistory(ctx.db, params.id, query),
    listEvents: ({ db }, { params, query }) => listEvents(db, params.id, query),
    async removeEvent({ db }, { params }) {
      await removeEvent(db, params.id, params.eventId)
      return {}
    },
    listViews: ({ db }) => listViews(db),
    saveView: ({ app, db, user }, { body }) => saveView(db, body, user.userId, app.clock.now()),
    renameView: ({ db }, { params, body }) => renameView(db, params.viewId, body.name),
    async removeView({ db }, { params }) {
      await removeView(db, params.viewId)
      return {}
    },
    listTags: ({ db }) => listTags(db),
    createTag: ({ app, db }, { body }) => createTag(db, body.name, app.clock.now()),
    renameTag: ({ db }, { params, body }) => renameTag(db, params.tagId, body.name),
    setClientTags: ({ app, db }, { params, body }) => setClientTags(db, params.id, body.tags, app.clock.now()),
  },
)
