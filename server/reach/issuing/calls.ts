import { issuing as contract } from '../../../contract/reach/issuing.ts'
import { answer } from '../../base/answer.ts'
import { previewForm } from './preview.ts'

export const answered = answer(contract, {
  previewForm: async (ctx, { body }) => ({ html: await previewForm(ctx.app, ctx.db, ctx.cabinet, body) }),
})
