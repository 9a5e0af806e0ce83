import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { FIRST_CARD_NUMBER_MAX, MEMBER_RIGHTS, MODULES, ROLES } from '../limits.ts'
import { BusinessName, Id, PageQuery, Time, Version } from '../page.ts'
import { PushCounts } from '../reach/push-counts.ts'
import { PlasticRange, PointsStyle } from './general-settings.ts'
import { storedState } from '../stored-kind.ts'

/** 3–32 of a–z, 0–9 and `-`; a route word is refused by the server with the state `reserved`. */
export const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9-]{1,30})[a-z0-9]$/, { error: 'domain' })

const TaxNumber = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9-]{5,20}$/, { error: 'tax_number' }) // Needed for bills alone.

export const Tariff = z.object({
  key: z.enum(['demo', 'base', 'advanced', 'expert']),
  isDemo: z.boolean(),
  /** Closed to new accounts; accounts on it keep it. */
  isArchived: z.boolean(),
  /** Blocks of 500 cards in addition to the tariff; included in the limit. */
  slots: z.int(),
  /** Last day of the demo; null on a paid tariff. */
  demoUntil: Time.nullable(),
  limits: z.object({ cards: z.int(), templates: z.int(), forms: z.int(), segments: z.int(), triggers: z.int() }),
})
export type Tariff = z.infer<typeof Tariff>

export const Cabinet = z.object({
  id: z.int(),
  name: z.string(),
  domain: z.string(),
  createdAt: Time,
  balanceMinor: z.int(),
  role: z.enum(ROLES),
  /** What the user may do beyond the daily work; an owner all of it. */
  rights: z.array(z.enum(MEMBER_RIGHTS)),
  isAgent: z.boolean(),
  tariff: Tariff.nullable(),
  /** The demo or the money for a paid tariff has ended: reading works, most writing does not. */
  isLimited: z.boolean(),
  /** The demo account, which sees the users who signed up and have no account. */
  isDemoDomain: z.boolean(),
  cards: z.int(),
  isPollFinished: z.boolean(),
  /** The Apple certificate was issued by the product's test authority. */
  isOnTestCertificate: z.boolean(),
  /** File of the logo. */
  logo: Id.nullable(),
  points: PointsStyle,
})
export type Cabinet = z.infer<typeof Cabinet>

export const GeneralInput = z.object({
  name: BusinessName,
  /** A PNG of 480 × 150 that was uploaded for the slot `logo`. */
  logo: Id.nullable(),
  /** First number of electronic cards. */
  firstCardNumber: z.int().min(1).max(FIRST_CARD_NUMBER_MAX),
  plastic: PlasticRange.nullable(),
  points: PointsStyle,
  version: Version,
})
export type GeneralInput = z.infer<typeof GeneralInput>

export const General = z.object({
  ...GeneralInput.shape,
  domain: z.string(),
  createdAt: Time,
  /** Main phone in E.164; only `PUT /applications/{c}/phone` sets it. */
  phone: z.string().nullable(),
  isExportAllowed: z.boolean(),
  /** Number of the next card. */
  nextCardNumber: z.int(),
  issued: z.int(),
  /** Cards that the tariff allows. Counted from the first number, they must not overlap the plastic range. */
  cardLimit: z.int(),
  /** The numbers can still be changed. */
  areNumbersFree: z.boolean(),
})
export type General = z.infer<typeof General>

/** Tiles of the overview. */
export const Tiles = z.object({
  clients: z.object({ clients: z.int(), newClients: z.int(), perDay: z.array(z.int()) }).nullable(),
  cards: z.object({ issued: z.int(), apple: z.int(), google: z.int() }).nullable(),
  templates: z
    .object({ total: z.int(), defaultName: z.string().nullable(), defaultId: z.uuid().nullable() })
    .nullable(),
  forms: z.object({ total: z.int(), opened: z.int(), filled: z.int(), installed: z.int() }).nullable(),
  push: z
    .object({
      /**
       * The latest text; null if there is none yet. Its counts are null below the tariff Base, which has no statistics.
       */
      last: z
        .object({
          name: z.string(),
          id: z.uuid(),
          status: z.string(),
          counts: PushCounts.nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /** Segments and triggers. */
  automation: z.object({ segments: z.int(), triggersOn: z.int(), triggers: z.int() }).nullable(),
  finances: z
    .object({
      tariff: z.enum(['demo', 'base', 'advanced', 'expert']).nullable(),
      balanceMinor: z.int(),
      isLimited: z.boolean(),
      demoUntil: Time.nullable(),
      /** Last day that the balance pays for. */
      paidUntil: z.iso.date().nullable(),
    })
    .nullable(),
  /** The CRM, its state, and the number of clients that are not in it yet. */
  integration: z
    .object({
      status: z.enum(['noCrm', 'deactivated', 'noActive', 'active']),
      title: z.string().nullable(),
      unsynced: z.int(),
    })
    .nullable(),
  /** The referral code, the number of accounts that signed up with it and what they spent; for agents. */
  partner: z
    .object({ code: z.string().nullable(), accounts: z.int(), spentMinor: z.int(), shareMinor: z.int() })
    .nullable(),
  /** Active modules. */
  marketplace: z.object({ active: z.array(z.enum(MODULES)) }).nullable(),
  checklist: z
    .object({
      tariff: z.boolean(),
      certificate: z.boolean(),
      card: z.boolean(),
      form: z.boolean(),
      client: z.boolean(),
    })
    .nullable(),
})
export type Tiles = z.infer<typeof Tiles>
export const TileName = z.enum(Object.keys(Tiles.shape) as [keyof Tiles, ...(keyof Tiles)[]])
export type TileName = z.infer<typeof TileName>

/** A long job that a user of the account has started. */
export const RunningJob = z.object({
  kind: z.enum(['push', 'cards', 'certificate', 'export', 'import', 'bulk', 'crm', 'preorders']),
  /** Of this run: the same push sent tomorrow has another one. */
  id: Id,
  /** The push, import or bulk edit, or the file for the user who makes the call; null if there is nothing to open. */
  subjectId: Id.nullable(),
  /** Of the push, or of the imported file; empty for the others. */
  name: z.string(),
  /** `preparing`: those whom a push goes to are not all fixed yet, and `total` grows. */
  state: storedState(['preparing', 'queued', 'running', 'done', 'failed'], 'running'),
  done: z.int(),
  total: z.int(),
  /** How many of them failed. */
  failed: z.int(),
  startedAt: Time,
  endedAt: Time.nullable(),
})
export type RunningJob = z.infer<typeof RunningJob>

const NUMBERS_REFUSED = {
  version_conflict: 409,
  start_number_locked: 424,
  start_number_used: 422,
  ranges_overlap: 422,
  plastic_number_used: 422,
} as const

const readGeneral = call('GET', '/settings2/general/appId/{c}', {
  who: 'member',
  operationId: 'readGeneralSettings',
  summary: 'Get the general settings',
  description:
    'Returns the name, logo, main phone, card number ranges, export setting and points style of the business.',
  reply: General,
})

export const cabinets = {
  menu: call('GET', '/cabinet', {
    who: 'user',
    operationId: 'readMenu',
    summary: 'Get the account menu',
    description:
      'Returns the three businesses that the user opened most recently and the number of pending invitations.',
    reply: z.object({
      recent: z.array(z.object({ id: z.int(), name: z.string(), domain: z.string() })),
      total: z.int(),
      invites: z.int(),
    }),
  }),
  checkIdentifier: call('GET', '/cabinet/identifier/{domain}', {
    who: 'user',
    summary: 'Check an identifier',
    description: 'Returns whether an identifier is free for a new business.',
    reply: z.object({ state: z.enum(['free', 'taken', 'reserved', 'malformed']) }),
  }),
  createCabinet: call('POST', '/applications/register', {
    who: 'user',
    operationId: 'createBusiness',
    summary: 'Create a business',
    description:
      'Creates a business. It starts on the demo plan; a user can own only a few without a paid one. Amounts are in ' +
      'the smallest currency unit.',
    body: z.object({ name: BusinessName, domain: Domain, taxNumber: TaxNumber.optional() }),
    status: 201,
    reply: Cabinet,
    errors: { identifier_taken: 409, identifier_reserved: 409, cabinet_limit: 403 },
  }),
  listCabinets: call('GET', '/applications', {
    who: 'user',
    operationId: 'listBusinesses',
    summary: 'List businesses',
    description: 'Returns the businesses that the user has access to. Amounts are in the smallest currency unit.',
    paged: true,
    query: PageQuery.extend({ o: z.enum(['name', 'created', 'cards', 'balance']).default('created') }),
    reply: z.array(Cabinet),
  }),
  openCabinet: call('GET', '/applications/{domain}', {
    who: 'user',
    operationId: 'readBusiness',
    summary: 'Get a business',
    description: 'Returns one business by its identifier. Amounts are in the smallest currency unit.',
    reply: Cabinet,
  }),
  readGeneral,
  saveGeneral: call('PUT', '/settings2/general/appId/{c}', {
    who: 'owner',
    operationId: 'saveGeneralSettings',
    summary: 'Save the general settings',
    description:
      'Saves the name, logo, card number ranges and the way points are shown. The ranges can only change while ' +
      '10 or fewer cards have been issued. An outdated `version` is refused.',
    keeps: savedIn(readGeneral, (general) => general),
    body: GeneralInput,
    reply: General,
    errors: { ...NUMBERS_REFUSED, unknown_image: 422 },
  }),
  saveCardNumbers: call('PUT', '/applications/{c}/card/count', {
    who: 'owner',
    summary: 'Save the card numbers',
    description:
      'Saves the first number of electronic cards and the range of plastic ones, which must not overlap. They can ' +
      'only change while 10 or fewer cards have been issued. An outdated `version` is refused.',
    keeps: savedIn(readGeneral, ({ firstCardNumber, plastic }) => ({ firstCardNumber, plastic })),
    body: GeneralInput.pick({ firstCardNumber: true, plastic: true, version: true }),
    reply: General,
    errors: NUMBERS_REFUSED,
  }),
  allowExport: call('PUT', '/applications/{c}/allowexport', {
    who: 'owner',
    summary: 'Allow or forbid exports',
    description: 'Turns the export of clients on or off for everyone in the business.',
    body: z.object({ status: z.boolean() }),
    reply: z.object({ status: z.boolean() }),
  }),
  statusBar: call('GET', '/applications/{c}/statusbar', {
    who: 'member',
    operationId: 'readStatusBar',
    summary: 'Get the status banners',
    description: 'Returns the banners shown above every page of the business.',
    reply: z.object({
      status: z.enum(['ok', 'isNoBalance']),
      demoDaysLeft: z.int().nullable(),
      isEmailVerified: z.boolean(),
      isOnTestCertificate: z.boolean(),
    }),
  }),
  listJobs: call('GET', '/applications/{c}/jobs', {
    who: 'member',
    summary: 'List running work',
    description:
      'Returns long jobs that are running or have ended within the last hour: sends, card updates, cards that ' +
      'follow a certificate, preordered cards, exports, imports, bulk edits and writing to the CRM.',
    reply: z.object({ jobs: z.array(RunningJob) }),
  }),
  dashboard: call('GET', '/applications/{c}/dashboard', {
    who: 'member',
    mayLag: true,
    operationId: 'readDashboard',
    summary: 'Get the dashboard',
    description:
      'Returns the figures of the dashboard, either all tiles or a single one. A tile whose figures could not ' +
      'be calculated is null. ' +
      'Amounts are in the smallest currency unit.',
    query: z.object({ tile: TileName.optional() }),
    reply: Tiles.partial(),
  }),
}
