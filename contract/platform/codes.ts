import { z } from 'zod'
import { call } from '../call.ts'
import { Phone } from '../page.ts'
import { PasswordAgain, STEP_UP } from './step-up.ts'

/** The only purpose that the code can be used for. */
export const CodeType = z.enum(['cabinet_phone'])
export type CodeType = z.infer<typeof CodeType>

export const PhoneCode = z
  .string()
  .trim()
  .regex(/^[0-9]{4}$/, { error: 'code_digits' })

export const codes = {
  sendCode: call('POST', '/applications/send', {
    who: 'user',
    operationId: 'sendPhoneCode',
    summary: 'Send a phone code',
    description:
      'Sends a four-digit code by SMS to prove a phone number. With the purpose `cabinet_phone`, the number is ' +
      'to become the main phone of a business: only its owner may ask for that, and the password is required ' +
      'unless it was given in the last ten minutes.',
    body: z.object({ codeType: CodeType, phone: Phone, cabinetId: z.int().min(1), password: PasswordAgain }),
    reply: z.object({
      /** The number as it was read, in E.164. */
      phone: z.string(),
      /** Until the next code can be requested. */
      nextInSeconds: z.int(),
      validSeconds: z.int(),
    }),
    errors: { phone_wrong: 406, code_too_soon: 429, too_many_codes: 429, sms_not_sent: 424, ...STEP_UP },
  }),
  savePhone: call('PUT', '/applications/{c}/phone', {
    who: 'owner',
    operationId: 'saveMainPhone',
    summary: 'Set the main phone',
    description: 'Sets the main phone of the business with the code that was sent to it. A code allows five attempts.',
    body: z.object({ phone: Phone, code: PhoneCode }),
    reply: z.object({ phone: z.string() }),
    errors: { phone_wrong: 406, code_wrong: 422, code_over: 410, code_locked: 429 },
  }),
}
