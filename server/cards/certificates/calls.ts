import { certificates as contract } from '../../../contract/cards/certificates.ts'
import { answer } from '../../base/answer.ts'

// The others answer with the cards that each certificate signs: server/composed/certificates.
const { readGoogle } = contract

export const answered = answer(
  { readGoogle },
  {
    readGoogle: async (ctx) => {
      const { issuerId } = ctx.app.outside.google
      return { state: 'activated' as const, issuerId, isTest: ctx.app.env.google === undefined }
    },
  },
)
