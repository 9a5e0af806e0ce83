import { z } from 'zod'
import { call } from '../call.ts'
import { Day, Id, Time } from '../page.ts'
import { SmsFailure } from '../people/sms-providers.ts'
import { storedState } from '../stored-kind.ts'

export const CardActivation = z.object({
  /** A filled form gives its card at once. Otherwise it keeps what was entered, and the card comes later. */
  isActive: z.boolean(),
  /** The owner wants no cards to be given now. */
  isPaused: z.boolean(),
  certificate: z.enum(['none', 'expired', 'test', 'own']),
  /** The day that forms promise for the card; null: as soon as cards are given. */
  expectedOn: Day.nullable(),
  /** Clients who wait for their card. */
  waiting: z.int(),
})
export type CardActivation = z.infer<typeof CardActivation>

export const CHANNELS = ['sms', 'email'] as const
export const Channel = z.enum(CHANNELS)
export type Channel = z.infer<typeof Channel>

/** By which way the links of everybody who waits would go. */
const Plan = z.object({
  sms: z.int(),
  /** Parts into which the provider divides these SMS, and which it charges. */
  smsParts: z.int(),
  email: z.int(),
  /** Nobody can be reached: the card is made, and the link has to be handed over. */
  nobody: z.int(),
})
export type Plan = z.infer<typeof Plan>

/** Why nothing more was sent. */
export const STOPS = ['not_active', 'fault'] as const

const Run = z.object({
  id: Id,
  prefers: Channel,
  state: storedState(['running', 'done', 'stopped'], 'running'),
  why: z.enum(STOPS).or(SmsFailure).nullable(),
  total: z.int(),
  done: z.int(),
  sms: z.int(),
  email: z.int(),
  /** They took the card at the form meanwhile. */
  taken: z.int(),
  unsure: z.int(),
  failed: z.int(),
  startedAt: Time,
  /** It waits until then. */
  resumesAt: Time.nullable(),
  endedAt: Time.nullable(),
})

/** A client who has to be looked after by hand. */
const Left = z.object({ id: Id, name: z.string(), state: z.enum(['unsure', 'failed']) })

export const GenerationStatus = z.object({
  /**
   * `no_cards`: nobody waits. `has_cards`: clients wait, and no cards can be given yet. `allow`: their cards can be
   * made and sent now. `queue`: they are being made and sent.
   */
  state: z.enum(['no_cards', 'has_cards', 'allow', 'queue']),
  waiting: z.int(),
  /** SMS that may have arrived, sent again only on request. */
  unsure: z.int(),
  /** By the way that is preferred. */
  plans: z.object({ sms: Plan, email: Plan }),
  /** Name of the connected SMS provider; null: none that accepts SMS. */
  smsProvider: z.string().nullable(),
  /** SMS with links that can leave within 24 hours. */
  smsPerDay: z.int(),
  /** The latest run. */
  run: Run.nullable(),
  left: z.array(Left),
})
export type GenerationStatus = z.infer<typeof GenerationStatus>

export const preorders = {
  readActivation: call('GET', '/applications/{c}/card/activate', {
    who: 'member',
    operationId: 'readCardActivation',
    summary: 'Get whether forms give cards',
    description:
      'Returns whether a filled form gives its card at once. Without an active certificate, or while the owner has ' +
      'paused it, forms keep what visitors enter and say when the card comes.',
    reply: CardActivation,
  }),
  activate: call('POST', '/applications/{c}/card/activate', {
    who: 'owner',
    operationId: 'activateCards',
    summary: 'Let forms give cards, or collect preorders',
    description:
      'Lets filled forms give their cards at once, or lets them collect preorders until it is called again. Without ' +
      'an active certificate cards cannot be given. `expectedOn` is the day that forms promise; null promises no day.',
    body: z.object({ isActive: z.boolean(), expectedOn: Day.nullable() }),
    reply: CardActivation,
    errors: { cards_not_active: 406 },
  }),
  readGeneration: call('GET', '/applications/{c}/cards/generate/status', {
    who: 'member',
    operationId: 'readCardGeneration',
    summary: 'Get who waits for a card',
    description:
      'Returns how many clients wait for their card, by which way their links would be sent and how many SMS that ' +
      'takes, and how far the latest run is.',
    reply: GenerationStatus,
  }),
  generate: call('POST', '/applications/{c}/cards/generate', {
    who: 'owner',
    operationId: 'generateCards',
    summary: 'Make and send the preordered cards',
    description:
      'Makes the cards of all clients who wait, and sends each the link once, by the preferred way where the client ' +
      'can be reached by it and by the other one elsewhere. `isAgain` includes SMS that may have arrived.',
    body: z.object({ prefers: Channel, isAgain: z.boolean().default(false) }),
    reply: GenerationStatus,
    errors: { cards_not_active: 406, nobody_waits: 409, generation_running: 409 },
  }),
}
