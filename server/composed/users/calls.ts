/** Signing up, with the promo code of a partner; undoing a change of address, with the keys made meanwhile. */
import { users as contract } from '../../../contract/platform/users.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import { answer } from '../../base/answer.ts'
import type { App } from '../../base/app.ts'
import { networkOf } from '../../base/network.ts'
import { refusals } from '../../base/refusal.ts'
import { countTry } from '../../base/tries.ts'
import { isReferralCode } from '../../business/partner/partner.ts'
import { signUp, undoEmailChange } from '../../platform/users/users.ts'
import { revokeKeys } from './revoke-keys.ts'

const refuse = refusals(contract)

/** Codes are of 40 random bits: so many tries find none. */
const CODES_PER_NETWORK = { max: 60, windowMs: HOUR_MS }

/** @throws Refusal promo_account_not_found, too_many_tries */
async function mustKnow({ app, ip }: { app: App; ip: string }, code: string): Promise<void> {
  const key = `promo|ip|${networkOf(ip)}`
  const waitMs = await countTry(app.database.counters, key, CODES_PER_NETWORK, app.clock.now())
  if (waitMs > 0) throw refuse('too_many_tries', { minutes: Math.ceil(waitMs / MINUTE_MS) })
  if (!(await isReferralCode(app, code))) throw refuse('promo_account_not_found')
}

export const answered = answer(
  { signUp: contract.signUp, checkPromo: contract.checkPromo, undoEmailChange: contract.undoEmailChange },
  {
    async signUp(ctx, { body }) {
      if (body.promoCode) await mustKnow(ctx, body.promoCode)
      await signUp(ctx.app, body, ctx.lang, ctx.ip)
      return { name: body.name, surname: body.surname, email: body.email }
    },
    async checkPromo(ctx, { body }) {
      await mustKnow(ctx, body.promoCode)
      return {}
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
