import { z } from 'zod'
import { call } from '../call.ts'
import { OptionalText } from '../page.ts'

export const ACTIVITY_AREAS = [
  'catering',
  'hotel',
  'retail',
  'beauty',
  'medical',
  'education_sports',
  'business_services',
  'other',
] as const
/** How many clients a business has now. */
export const CLIENT_BASES = ['none', 'under_500', 'under_2000', 'under_10000', 'over_10000'] as const
export const LOYALTY_TYPES = ['none', 'bonus', 'discount', 'stamps', 'subscription', 'other'] as const
export const POLL_GOALS = ['return', 'new_clients', 'messages', 'plastic', 'know_clients', 'average_bill'] as const

/** Every answer can be missing until the questionnaire is finished. */
export const PollAnswers = z.object({
  phone: z.string().trim().max(32),
  organization: OptionalText(120),
  site: OptionalText(200),
  activityArea: z.enum(ACTIVITY_AREAS).nullable(),
  clientBase: z.enum(CLIENT_BASES).nullable(),
  crm: OptionalText(60),
  loyaltyType: z.enum(LOYALTY_TYPES).nullable(),
  goals: z
    .array(z.enum(POLL_GOALS))
    .max(POLL_GOALS.length)
    .refine((goals) => new Set(goals).size === goals.length, { error: 'duplicate' }),
})
export type PollAnswers = z.infer<typeof PollAnswers>

/** Answers required to finish it. */
export const FinishedPoll = PollAnswers.extend({
  phone: PollAnswers.shape.phone.min(1, { error: 'required' }),
  organization: PollAnswers.shape.organization.min(1, { error: 'required' }),
  activityArea: z.enum(ACTIVITY_AREAS, { error: 'choose_one' }),
  clientBase: z.enum(CLIENT_BASES, { error: 'choose_one' }),
  loyaltyType: z.enum(LOYALTY_TYPES, { error: 'choose_one' }),
  goals: PollAnswers.shape.goals.min(1, { error: 'choose_some' }),
})

export const Poll = z.object({
  ...PollAnswers.shape,
  isFinished: z.boolean(),
  /** The phone number is the confirmed main phone of the cabinet. */
  isPhoneConfirmed: z.boolean(),
})
export type Poll = z.infer<typeof Poll>

export const poll = {
  readPoll: call('GET', '/applications/{c}/poll', {
    who: 'owner',
    summary: 'Get the questionnaire',
    description:
      'Returns the questionnaire with the answers given so far. The phone number and name are filled in ' + 'already.',
    reply: Poll,
  }),
  savePoll: call('POST', '/applications/{c}/poll', {
    who: 'owner',
    summary: 'Save the questionnaire',
    description:
      'Saves answers to the questionnaire; answers left out are kept. With `isFinished` all answers are ' +
      'checked and the questionnaire is closed.',
    whileLimited: true,
    body: z.object({ ...PollAnswers.partial().shape, isFinished: z.boolean().default(false) }),
    reply: Poll,
    errors: { phone_wrong: 406 },
  }),
}
