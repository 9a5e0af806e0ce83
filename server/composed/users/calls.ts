/** Signing up, with the promo code of a partner. */
import { users as contract } from '../../../contract/platform/users.ts'
import { answer } from '../../base/answer.ts'
import { refusals } from '../../base/refusal.ts'
import { isReferralCode } from '../../business/partner/partner.ts'
import { signUp } from '../../platform/users/users.ts'

const refuse = refusals(contract)

export const answered = answer(
  { signUp: contract.signUp },
  {
    async signUp(ctx, { body }) {
      if (body.promoCode && !(await isReferralCode(ctx.app, body.promoCode))) throw refuse('promo_account_not_found')
      await signUp(ctx.app, body, ctx.lang, ctx.ip)
      return { name: body.name, surname: body.surname, email: body.email }
    },
  },
)
