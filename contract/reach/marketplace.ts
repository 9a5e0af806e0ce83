import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { MODULES, PROMOS_MAX } from '../limits.ts'
import { Day, Id, OptionalText, Paging, Time, Version } from '../page.ts'
import { TelegramInput, TelegramModule, TelegramStatus } from './telegram.ts'

export const ModuleId = z.enum(MODULES)
export type ModuleId = z.infer<typeof ModuleId>

const Amount = z.int().min(0).max(1_000_000_00)

export const PROMO_STATES = ['planned', 'running', 'ended', 'used_up'] as const

/** A row of a module: a code and its bonus (`welcome`), or what both sides get in a period (`referral`). */
export const PromoInput = z
  .object({
    id: Id.nullable(),
    /**
     * What clients type. Empty: a welcome bonus for every client who gets a card in the period. A referral row has
     * none: each client has a separate code.
     */
    code: OptionalText(20).regex(/^[\p{L}\p{N}-]*$/u, { error: 'promo_code' }),
    bonusMinor: Amount,
    inviterMinor: Amount,
    invitedMinor: Amount,
    /** Total uses of a code, or friends that one client can invite; null: unlimited. */
    max: z.int().min(1).max(1_000_000).nullable(),
    /** Both days are included. */
    startsOn: Day,
    endsOn: Day.nullable(),
  })
  .refine((promo) => promo.endsOn === null || promo.endsOn > promo.startsOn, {
    path: ['endsOn'],
    error: 'promo_period',
  })
export type PromoInput = z.infer<typeof PromoInput>

export const Promo = z.object({
  id: Id,
  code: z.string(),
  bonusMinor: z.int(),
  inviterMinor: z.int(),
  invitedMinor: z.int(),
  max: z.int().nullable(),
  startsOn: Day,
  endsOn: Day.nullable(),
  state: z.enum(PROMO_STATES),
  /** Number of bonuses given. */
  used: z.int(),
})
export type Promo = z.infer<typeof Promo>

export const ModuleRow = z.object({
  id: ModuleId,
  /** In the language of the request, as is `text`. */
  name: z.string(),
  text: z.string(),
  isActive: z.boolean(),
  /** For thirty days, in minor units; 0: included. Charged by the day while it is on. */
  priceMinor: z.int(),
  since: Time.nullable(),
  /** When it can be turned off; null while it is off, in the past if it can be turned off now. */
  canEndAt: Time.nullable(),
  running: z.int(),
  used: z.int(),
})
export type ModuleRow = z.infer<typeof ModuleRow>

/** How a form gets a code: typed by the client, or hidden in a link. */
export const PromoForm = z.object({
  formKey: z.string(),
  name: z.string(),
  url: z.string(),
  isOpen: z.boolean(),
  asks: z.enum(['typed', 'hidden']),
})
export type PromoForm = z.infer<typeof PromoForm>

export const Module = ModuleRow.extend({
  promos: z.array(Promo),
  /** Only those that ask for a code. */
  forms: z.array(PromoForm),
  /** Only of the module `telegram`. */
  telegram: TelegramModule.nullable(),
  version: Version,
})
export type Module = z.infer<typeof Module>

export const ModuleInput = z.object({
  isActive: z.boolean(),
  promos: z.array(PromoInput).max(PROMOS_MAX),
  /** Only for the module `telegram`, which has no promo codes. */
  telegram: TelegramInput.nullable().default(null),
  version: Version,
})
export type ModuleInput = z.infer<typeof ModuleInput>

const MISSING = { module_not_found: 404 } as const

const readModule = call('GET', '/applications/{c}/marketplace/{moduleId}', {
  who: 'member',
  summary: 'Get a module',
  description: 'Returns one module with its promo codes. Amounts are in the smallest currency unit.',
  reply: Module,
  errors: MISSING,
})

export const marketplace = {
  listModules: call('GET', '/applications/{c}/marketplace', {
    who: 'member',
    summary: 'List modules',
    description:
      'Returns all modules of the marketplace, what each costs and whether it is turned on. ' +
      'Amounts are in the smallest currency unit.',
    reply: z.array(ModuleRow),
  }),
  activeModules: call('GET', '/applications/{c}/marketplace/active', {
    who: 'member',
    operationId: 'listActiveModules',
    summary: 'List active modules',
    description: 'Returns the names of the modules that are turned on.',
    reply: z.array(ModuleId),
  }),
  readModule,
  saveModule: call('PUT', '/applications/{c}/marketplace/{moduleId}', {
    who: 'member',
    right: 'modules',
    plan: 'base',
    asksOutside: true,
    summary: 'Save a module',
    description:
      'Turns a module on or off and saves its promo codes. A module stays on for at least 30 days. One with a price ' +
      'is charged by the day, the first day at once. An outdated `version` is refused. The module `telegram` ' +
      'connects a bot of the business: its token is checked with Telegram, and an empty one keeps what is saved. ' +
      'Amounts are in the smallest currency unit.',
    keeps: savedIn(readModule, (module) => ({
      ...module,
      telegram: module.telegram && { ...module.telegram, token: '' },
    })),
    body: ModuleInput,
    reply: Module,
    errors: {
      ...MISSING,
      version_conflict: 409,
      module_too_young: 425,
      promo_taken: 409,
      telegram_token_refused: 422,
      telegram_webhook_refused: 422,
      telegram_unreachable: 424,
      too_many_tries: 429,
    },
  }),
  telegramStatus: call('GET', '/applications/{c}/telegram/status', {
    who: 'member',
    asksOutside: true,
    operationId: 'readTelegramStatus',
    summary: 'Check the Telegram bot',
    description:
      'Asks Telegram whether the bot of the business is connected, and how it sends updates. The token is never ' +
      'returned.',
    reply: TelegramStatus,
    errors: { too_many_tries: 429 },
  }),
  pointHistory: call('GET', '/applications/{c}/clients/{id}/history/points', {
    who: 'member',
    scope: 'clients:read',
    operationId: 'listPointHistory',
    summary: "List a client's promo bonuses",
    description:
      'Returns the bonuses that a client received for promo codes and invited friends, newest first. Amounts ' +
      'are in the smallest currency unit.',
    paged: true,
    query: Paging,
    reply: z.array(
      z.object({
        id: Id,
        at: Time,
        amountMinor: z.int(),
        reason: z.enum(['welcome', 'inviter', 'invited']),
        /** The code that was used; empty for a bonus without one. */
        code: z.string(),
        /** The other side of an invitation. */
        other: z.object({ id: Id, name: z.string() }).nullable(),
        status: z.enum(['accrued', 'not_accrued']),
      }),
    ),
    errors: { client_not_found: 404 },
  }),
}
