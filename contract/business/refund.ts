/** What the operator enters about money that was given back. */
import { z } from 'zod'
import { OptionalText, RequiredText } from '../page.ts'
import { PasswordAgain, STEP_UP } from '../platform/step-up.ts'

export const REFUND = z.object({
  amountMinor: z.int().min(1).max(1_000_000_00),
  /** Number of the refund at the payment provider or the bank; each is booked once. */
  refundId: RequiredText(80).refine((text) => /^[\w.:/-]*$/.test(text), { error: 'invalid' }),
  reason: OptionalText(200).min(3, { error: 'required' }),
  password: PasswordAgain,
})

export const REFUND_ERRORS = { refund_too_large: 409, refund_booked: 409, ...STEP_UP } as const
