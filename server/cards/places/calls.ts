import { places as contract } from '../../../contract/cards/places.ts'
import { answer } from '../../base/answer.ts'
import * as places from './places.ts'

export const answered = answer(contract, {
  listPlaces: (ctx) => places.listPlaces(ctx.db),
  savePlace: (ctx, { body }) => places.savePlace(ctx.db, body, ctx.app.clock.now()),
  removePlace: (ctx, { params }) => places.removePlace(ctx.db, params.placeUuid),
  findPlaces: ({ app, lang }, { query }) => places.findPlaces(app, query.text, lang),
})
