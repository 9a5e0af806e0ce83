import { templates as contract } from '../../../contract/cards/templates.ts'
import { answer } from '../../base/answer.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { cleanImage, filePath, storeImage } from '../../platform/files/files.ts'
import * as templates from './templates.ts'

// Calls whose answers count forms, cards, pushes and triggers are in server/composed/templates.
const { makeDefault, uploadImage } = contract

export const answered = answer(
  { makeDefault, uploadImage },
  {
    async makeDefault(ctx, { params }) {
      await templates.makeDefault(ctx.db, params.uuid)
      return {}
    },
    async uploadImage(ctx, { body, file }) {
      const image = await cleanImage(body.slot, file.bytes)
      const id = await openForWork(ctx.app, ctx.cabinet.id, (db) => storeImage(db, image, ctx.app.clock.now()))
      return { id, url: filePath(ctx.cabinet.id, id) }
    },
  },
)
