/** Signing up, with the promo code of a partner; undoing a change of address, with the keys made meanwhile. */
import { users as contract } from '../../../contract/platform/users.ts'
import { answer } from '../../base/answer.ts'
import { refusals } from '../../base/refusal.ts'
import { isReferralCode } from '../../business/partner/partner.ts'
import { signUp, undoEmailChange } from '../../platform/users/users.ts'
import { revokeKeys } from './revoke-keys.ts'

const refuse = refusals(contract)

export const answered = answer(
  { signUp: contract.signUp, undoEmailChange: contract.undoEmailChange },
  {
    async signUp(ctx, { body }) {
      if (body.promoCode && !(await isReferralCode(ctx.app, body.promoCode))) throw refuse('promo_account_not_found')
      await signUp(ctx.app, body, ctx.lang, ctx.ip)
      return { name: body.name, surname: body.surname, email: body.email }
    },
    async undoEmailChange(ctx, { body }) {
      const { userId, made, ...undone } = await undoEmailChange(ctx.app, body.token, ctx.ip, (tx, user, since) =>
        revokeKeys(ctx.app, tx, user, since),
      )
      ctx.proved(userId)
      return { ...undone, revokedKeys: made }
    },
  },
)
