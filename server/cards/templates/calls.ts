import { templates as contract } from '../../../contract/cards/templates.ts'
import { answer } from '../../base/answer.ts'
import { filePath, storeImage } from '../../platform/files/files.ts'
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
      const id = await storeImage(ctx.db, body.slot, file.bytes, ctx.app.clock.now())
      return { id, url: filePath(ctx.cabinet.id, id) }
    },
  },
)
