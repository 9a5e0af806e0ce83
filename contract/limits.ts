/** Constants of the product: what the specification fixes, in one place. Sizes are pixels, times milliseconds. */

import { CLIENT_FIELD_NAMES } from './people/client-fields.ts'

export const LANGUAGES = ['en', 'cz', 'de', 'ru'] as const
export type Language = (typeof LANGUAGES)[number]

/** The exact PNG sizes of a card's five pictures. */
export const IMAGE_SLOTS = {
  logo: { width: 480, height: 150 },
  cover: { width: 1125, height: 369 },
  icon: { width: 87, height: 87 },
  programLogo: { width: 660, height: 660 },
  hero: { width: 1032, height: 336 },
} as const
export type ImageSlotName = keyof typeof IMAGE_SLOTS
export const IMAGE_SLOT_NAMES = Object.keys(IMAGE_SLOTS) as [ImageSlotName, ...ImageSlotName[]]

/** The exact PNG sizes of the pictures that support puts on a form. */
export const FORM_LOOK_SLOTS = {
  logo: { width: 480, height: 150 },
  background: { width: 1920, height: 1080 },
} as const
export const FORM_LOOK_PARTS = ['logo', 'background'] as const
export type FormLookPart = (typeof FORM_LOOK_PARTS)[number]

export const IMAGE_MAX_BYTES = 2 * 1024 * 1024
/** Pictures of one business, used and unused. */
export const IMAGES_MAX = 200
export const IMAGES_MAX_BYTES = 40 * 1024 * 1024
/** A picture that no card uses is kept so long. */
export const UNUSED_IMAGE_DAYS = 30
export const P12_MAX_BYTES = 64 * 1024
export const BACK_FIELDS_MAX = 10
export const BACK_LINKS_MAX = 10
export const FORM_FIELDS_MAX = 30
export const LIST_VALUES_MAX = 100
export const REGEX_MAX_LENGTH = 256
export const PAGE_SIZES = [25, 50, 100] as const
export const PAGE_SIZE_MAX = 100
export const PUSH_TEXT_MAX = 500
/** Places, and beacons, that one card carries: a phone reads no more. */
export const POINTS_MAX = 10
/** Places that a business keeps for all its pushes. */
export const SAVED_PLACES_MAX = 500
export const PLACE_NAME_MAX = 60
/** How near a phone must be; wallets may take less, never more. */
export const POINT_RADIUS_M = 100

export const REQUEST_TIMEOUT_MS = 60_000
/** With 1 in it no replica answers: for what is read again because it has changed. */
export const FRESH_HEADER = 'x-fresh'
export const TOAST_MS = 5_000
export const TOASTS_MAX = 3

export const CARD_TYPES = ['bonus', 'discount', 'standard'] as const
export type CardType = (typeof CARD_TYPES)[number]

export const THEMES = ['day', 'day_sand', 'night', 'night_blue'] as const
export type Theme = (typeof THEMES)[number]

export const FIELD_TYPES = ['string', 'tel', 'checkbox', 'date', 'list', 'email', 'regex'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** Countries whose phone mask a form field can have; `world` takes any number with a country code. */
export const PHONE_MASKS = [
  'world',
  'ru',
  'ruMobile',
  'uae',
  'pt',
  'cz',
  'bg',
  'tr',
  'ua',
  'arm',
  'az',
  'ge',
  'kz',
  'kgz',
  'mx',
  'kw',
  'sa',
  'it',
  'mda',
  'by',
  'esp',
  'il',
  'pl',
  'ecu',
] as const
export type PhoneMask = (typeof PHONE_MASKS)[number]

/** Variables that every cabinet has; a cabinet adds its own as rows. */
export const SYSTEM_VARIABLES = [
  'cardholder',
  'balance',
  'bonus',
  'discount',
  'cardnumber',
  'cardtrack',
  'email',
  'promo',
  'invitecode',
  'phone',
  'crmupdate_date',
] as const

/** Limits of card numbers: six digits, with room for the cards of the highest tariff. */
export const FIRST_CARD_NUMBER_MAX = 900_000
export const PLASTIC_NUMBER_MAX = 999_999
/** The first card number can be changed while no more cards than this have been issued. */
export const FREE_START_CARDS_MAX = 10

/** Conditions of a segment, and values in the list of one condition. */
export const SEGMENT_CRITERIA_MAX = 20
export const SEGMENT_LIST_MAX = 500

/** Variables that a cabinet can add. */
export const VARIABLES_MAX = 50

/** What a user can write to support about. */
export const SUPPORT_TOPICS = ['question', 'fault', 'money', 'loyalty', 'coalition', 'idea'] as const
export type SupportTopic = (typeof SUPPORT_TOPICS)[number]
export const SUPPORT_TEXT_MAX = 4000
export const SUPPORT_SHOT_MAX_BYTES = 2 * 1024 * 1024

/** Words of the route table. A cabinet's identifier cannot be one of them. */
export const ROUTE_WORDS = [
  'login',
  'signup',
  'reset',
  'logout',
  'register',
  'invite',
  'invites_application',
  'select_application',
  'create_application',
  'offer',
  'integration',
  'email',
  'operator',
  'profile',
] as const

/**
 * The agreement that every user accepts before the first call, `words/<language>/offer.json`. A new version has to be
 * accepted again.
 */
export const OFFER = { version: 1, date: '2026-11-01' } as const

/** Money is stored in minor units of this currency. */
export const CURRENCY = 'EUR'

/** Cards in one slot (the block that is bought in addition to a tariff), and the slots that an account can have. */
export const SLOT_CARDS = 500
export const SLOTS_MAX = 100

/** Scopes of an API key. */
export const SCOPES = [
  'clients:read',
  'clients:write',
  'cards:read',
  'forms:read',
  'pushes:read',
  'pushes:write',
] as const
export type Scope = (typeof SCOPES)[number]
/** Businesses that a user can own without a paid plan. */
export const UNPAID_CABINETS_MAX = 5
/** Emails with invitations in a day: of a business on the demo, of one that pays, and to one address from all. */
export const INVITES_A_DAY = { demo: 10, paid: 100, perAddress: 20 } as const

/** What a person is in a business. */
export const ROLES = ['owner', 'member'] as const
export type Role = (typeof ROLES)[number]

/** What an owner may let a member do beyond the daily work: what destroys, or carries data or money away. */
export const MEMBER_RIGHTS = ['amounts', 'delete', 'export', 'import', 'crm', 'modules'] as const
export type MemberRight = (typeof MEMBER_RIGHTS)[number]

/** Amounts on a card, and what can be done to one. */
export const AMOUNT_KINDS = ['balance', 'bonus', 'discount'] as const
export type AmountKind = (typeof AMOUNT_KINDS)[number]
export const AMOUNT_ACTIONS = ['add', 'take', 'set'] as const
/** The highest amount in minor units, and the highest discount in hundredths of a percent. */
export const AMOUNT_MAX_MINOR = 1_000_000_000_00
export const DISCOUNT_MAX_HUNDREDTHS = 100_00

/** API keys of one cabinet. */
export const KEYS_MAX = 20

/** Modules of the marketplace. */
export const MODULES = ['welcome', 'referral', 'telegram'] as const
/** Those of promo codes and offers. */
export const PROMO_MODULES = ['welcome', 'referral'] as const satisfies readonly (typeof MODULES)[number][]
/** A module stays on for at least this many days. */
export const MODULE_LOCK_DAYS = 30
export const PROMOS_MAX = 100
/** What Telegram takes in one message. */
export const TELEGRAM_TEXT_MAX = 4096

/** Columns of an export; `extra` becomes one column for each variable of the cabinet. */
export const EXPORT_COLUMNS = [
  ...CLIENT_FIELD_NAMES,
  'cardNumber',
  'template',
  'balance',
  'bonus',
  'discount',
  'tel',
  'email',
  'birthday',
  'sex',
  'tags',
  'promoCode',
  'installs',
  'removed',
  'form',
  'consent',
  'created',
  'extra',
] as const
export type ExportColumn = (typeof EXPORT_COLUMNS)[number]
/** Letters of a tag, tags of a business, and tags of one client. */
export const TAG_NAME_MAX = 40
export const TAGS_MAX = 200
export const TAGS_OF_CLIENT_MAX = 20

export const CLIENT_VIEWS_MAX = 50

/** How long a bulk edit can be taken back, and to how many clients it writes one by one; to more it makes a push. */
export const BULK_KEPT_DAYS = 30
export const BULK_MESSAGES_EACH = 1000

export const EXPORT_SELECTED_MAX = 1000
export const EXPORT_KEPT_DAYS = 7

/** How long the code of a card that is handed over at the till is shown and can be used. */
export const HAND_OVER_MS = 10 * 60_000
/** So long the address of a sample card can be opened. */
export const TRIAL_MS = 60 * 60 * 1000

/** A file of clients: what is read of it at most. */
export const IMPORT_LIMITS = {
  fileBytes: 20 * 1024 * 1024,
  unpackedBytes: 300 * 1024 * 1024,
  rows: 100_000,
  columns: 100,
  cellLength: 1000,
} as const
/** From the start of the import. */
export const IMPORT_KEPT_DAYS = 30
/** A file that is not imported is deleted then. */
export const IMPORT_UNUSED_DAYS = 7

/** The code that proves a phone number. Four digits can be guessed, so every other limit is tight. */
export const PHONE_CODE = {
  digits: 4,
  ttlMs: 10 * 60_000,
  triesMax: 5,
  /** Codes to one number, from all users together. */
  resendMs: 60_000,
  perHour: 3,
  perDay: 10,
} as const

/** SMS sent at most, so that nobody earns by having codes sent to paid numbers. Per day unless named otherwise. */
export const SMS_BUDGET = {
  perAddressHour: 20,
  perUser: 20,
  perCabinet: 20,
  /** Numbers that differ only in the last four digits. */
  perPrefix: 20,
} as const

/** SMS sent through the provider of an account, at its cost. */
export const SMS_LIMITS = {
  textMax: 300,
  /** In 24 hours: the limit of a new account, and the highest that it can set. */
  perDay: 200,
  perDayMax: 2000,
  /** Requests from one address in an hour; all the guests of a shop may share it. */
  perAddressHour: 30,
  /** In 24 hours from one account to numbers that differ only in the last four digits. */
  perPrefix: 20,
  /** Links to one number in an hour. */
  linksPerHour: 3,
  /** In 24 hours from one account: codes for visitors whose browser has not sent a proof of work. */
  perDayUnproved: 20,
} as const

/**
 * Proof of work that a visitor's browser does before a code is sent: `cost` rounds of PBKDF2 for every counter up to
 * one that only the server knows.
 */
export const PROOF = { ttlMs: 10 * 60_000, cost: 2000, counterMin: 500, counterMax: 1000, textMax: 2000 } as const

/** When the people of an account are notified that it sends more SMS than usual. */
export const SMS_ALARM = { leastInHour: 20, timesUsual: 5, usualDays: 14, shareOfDay: 0.8 } as const
