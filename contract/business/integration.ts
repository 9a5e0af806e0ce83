import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { Id, OptionalText, Time, Version } from '../page.ts'
import { CLIENT_SYNC_STATES, ClientSync, SyncFlags, SyncStatus } from './crm-sync.ts'
import { CONSENTS } from './crm-access.ts'
import { crmCalls } from './crm-calls.ts'
import { CRM_FIELD_KINDS, CRM_FIELD_LABELS } from './crm-settings.ts'
import { CUSTOM_FIELDS } from './crm-fields.ts'
import { CHECKED, NO_DEMO, NONE } from './crm-meeting.ts'
import { PasswordAgain, STEP_UP } from '../platform/step-up.ts'

export const CRM_GROUPS = ['restaurant', 'retail', 'beauty', 'crm', 'own'] as const
export type CrmGroup = (typeof CRM_GROUPS)[number]
/** Typed to delete an integration. */
export const RESET_COMMAND = 'RESETCRM'
export const CATEGORIES_MAX = 200

export const CrmField = z.object({
  name: z.string(),
  kind: z.enum(CRM_FIELD_KINDS),
  /** null: the CRM's own words have it, by the name of the field. */
  label: z.enum(CRM_FIELD_LABELS).nullable(),
  /** Values of a `choice`; empty: the CRM is asked for them. */
  options: z.array(z.string()),
  /** Default in a new form. */
  preset: z.string(),
  isRequired: z.boolean(),
  /** Only asked for while another field has one of these values; null: always. */
  shownIf: z.object({ field: z.string(), values: z.array(z.string()) }).nullable(),
})
export type CrmField = z.infer<typeof CrmField>

/** What a connection may exchange or do. `till`: its tills ask us, and wait for the answer. */
export const CRM_THINGS = [
  'people',
  'balance',
  'bonus',
  'discount',
  'groups',
  'purchases',
  'hooks',
  'till',
  'import',
] as const
export type CrmThing = (typeof CRM_THINGS)[number]
/** `read`: from the CRM · `write`: to it. */
export const CRM_ABILITIES = ['none', 'read', 'write', 'both'] as const
export type CrmAbility = (typeof CRM_ABILITIES)[number]
export type CrmAbilities = Readonly<Record<CrmThing, CrmAbility>>

/** Clients are sent to it. */
export const sendsTo = ({ people }: CrmAbilities): boolean => people === 'write' || people === 'both'

/** What it has about clients is received. */
export const receivesFrom = ({ people, balance, bonus, discount }: CrmAbilities): boolean =>
  [people, balance, bonus, discount].some((one) => one === 'read' || one === 'both')

/** A system that can be connected, or that can be asked for. */
export const Crm = z.object({
  name: z.string(),
  title: z.string(),
  group: z.enum(CRM_GROUPS),
  /** Otherwise it can be asked for, and has no fields and abilities. */
  isReady: z.boolean(),
  fields: z.array(CrmField),
  abilities: z.record(z.enum(CRM_THINGS), z.enum(CRM_ABILITIES)),
  consent: z.enum(CONSENTS),
  customFields: z.enum(CUSTOM_FIELDS),
})
export type Crm = z.infer<typeof Crm>

/** What a category of guests does: a discount, a bonus rate, set for every guest that is written, or unset. */
export const CATEGORY_TYPES = ['discount', 'bonus', 'set', 'unset'] as const
export const CrmCategory = z.object({
  id: z.string().trim().min(1).max(100),
  name: OptionalText(200),
  type: z.enum(CATEGORY_TYPES),
  percent: z.number().min(0).max(100),
})
export type CrmCategory = z.infer<typeof CrmCategory>

/** Why the exchange stopped. A call that checks the settings is refused with the same codes. */
export const CRM_FAULTS = [
  'no_ssl',
  'ssl_unverifiable',
  'connection_lost',
  'not_found',
  'wrong_login',
  'wrong_program',
  'wrong_credentials',
  /** The consent is over: the CRM has to be connected anew. */
  'connect_anew',
] as const
export type CrmFault = (typeof CRM_FAULTS)[number]

const CrmSettings = z.record(z.string().max(40), z.string().max(500))

export const Integration = z.object({
  /** `deactivated`: turned off · `noActive`: turned on but stopped, `fault` says why. */
  status: z.enum(['noCrm', 'deactivated', 'noActive', 'active']),
  /** The account is on the demo, which has no integration. */
  isOnDemo: z.boolean(),
  current: z
    .object({
      type: z.string(),
      title: z.string(),
      /** Without secrets. */
      settings: CrmSettings,
      /** Names of the secrets that are set. */
      secrets: z.array(z.string()),
      flags: SyncFlags,
      categories: z.array(CrmCategory),
      lastWriteAt: Time.nullable(),
      lastReadAt: Time.nullable(),
      /** Clients with changes that are not in the CRM yet. */
      unsynced: z.int(),
      /** Both bases have met, and the exchange goes on. */
      isBegun: z.boolean(),
      fault: z.object({ code: z.enum(CRM_FAULTS), field: z.string().nullable(), at: Time }).nullable(),
      createdAt: Time,
      version: Version,
    })
    .nullable(),
  systems: z.array(Crm),
  /** CRMs that the cabinet has asked for. */
  wishes: z.array(z.string()),
})
export type Integration = z.infer<typeof Integration>

export const IntegrationInput = z.object({
  /** Name of a CRM, or `other`. */
  type: z.string().trim().min(1, { error: 'required' }).max(40),
  /** Of `other`: name of the CRM. */
  otherName: OptionalText(60).default(''),
  /** An empty secret keeps the stored one if the address is the same. A setting that is left out keeps its value. */
  settings: CrmSettings,
  flags: SyncFlags,
  categories: z.array(CrmCategory).max(CATEGORIES_MAX).default([]),
  version: Version,
})
export type IntegrationInput = z.input<typeof IntegrationInput>

export const CHECK_STEPS = ['server', 'login', 'program'] as const
export type CheckStep = (typeof CHECK_STEPS)[number]
const CheckInput = IntegrationInput.pick({ type: true, settings: true }).extend({
  step: z.enum(CHECK_STEPS).optional(),
})
/** Values that the CRM offers for fields of the settings. */
const Choices = z.record(z.string(), z.array(z.object({ id: z.string(), name: z.string() })))

const readIntegration = call('GET', '/applications/{c}/integration', {
  who: 'member',
  summary: 'Get the CRM integration',
  description:
    'Returns the connected CRM, its state and the systems that can be connected. Secrets are never returned.',
  reply: Integration,
})

const readClientSync = call('GET', '/applications/{c}/clients/{id}/sync', {
  who: 'member',
  summary: "Get a client's CRM sync",
  description: 'Returns what is exchanged with the CRM about one client, or null if no CRM is connected.',
  reply: ClientSync.nullable(),
  errors: { client_not_found: 404 },
})

export const integration = {
  readIntegration,
  saveIntegration: call('PUT', '/applications/{c}/integration', {
    who: 'member',
    right: 'crm',
    asksOutside: true,
    summary: 'Save the CRM integration',
    description:
      'Connects a CRM, or changes how the connected one is reached and what is exchanged with it. Changed ' +
      'credentials are checked before they are saved. An outdated `version` is refused.',
    keeps: savedIn(readIntegration, ({ current }) => current && { ...current, otherName: '' }),
    body: IntegrationInput,
    reply: Integration,
    errors: {
      ...NO_DEMO,
      ...CHECKED,
      integration_exists: 409,
      crm_being_removed: 409,
      crm_name_known: 422,
      version_conflict: 409,
      too_many_tries: 429,
    },
  }),
  removeIntegration: call('DELETE', '/applications/{c}/integration', {
    who: 'member',
    right: 'crm',
    whileLimited: true,
    operationId: 'deleteIntegration',
    summary: 'Delete the CRM integration',
    description:
      'Deletes the connected CRM, its credentials and the links between clients and its records. `command` ' +
      'must be `RESETCRM`. The password is required unless it was given in the last ten minutes.',
    body: z.object({ command: z.string().max(40), password: PasswordAgain }),
    reply: Integration,
    errors: { ...NONE, wrong_command: 422, ...STEP_UP },
  }),
  checkIntegration: call('POST', '/applications/{c}/integration/check', {
    who: 'member',
    right: 'crm',
    asksOutside: true,
    summary: 'Check CRM credentials',
    description:
      'Tries credentials before they are saved, in one step or in all of them. Returns the choices for the ' +
      'fields that follow.',
    body: CheckInput,
    reply: z.object({ choices: Choices }),
    errors: { ...NO_DEMO, ...CHECKED },
  }),
  activateIntegration: call('POST', '/applications/{c}/integration/activated', {
    who: 'member',
    right: 'crm',
    asksOutside: true,
    summary: 'Activate the CRM integration',
    description: 'Checks the saved credentials again and turns the integration on.',
    reply: Integration,
    errors: { ...NO_DEMO, ...NONE, ...CHECKED },
  }),
  ...crmCalls,
  toggleIntegration: call('PUT', '/applications/{c}/integration/toggle', {
    who: 'member',
    right: 'crm',
    asksOutside: true,
    operationId: 'switchIntegration',
    summary: 'Turn the CRM integration on or off',
    description: 'Turns the integration on or off. Stored data is kept.',
    body: z.object({ isActive: z.boolean() }),
    reply: Integration,
    errors: { ...NO_DEMO, ...NONE, ...CHECKED },
  }),
  guestCategories: call('GET', '/applications/{c}/iikotransport/guest_categories', {
    who: 'member',
    asksOutside: true,
    operationId: 'listGuestCategories',
    summary: 'List iiko guest categories',
    description: 'Returns the guest categories in iiko, either of the connected organisation or of another one.',
    query: z.object({ organizationId: z.string().trim().max(100).default('') }),
    reply: z.array(z.object({ id: z.string(), name: z.string() })),
    errors: { ...NONE, ...CHECKED },
  }),
  syncClients: call('POST', '/applications/{c}/clients/sync', {
    who: 'member',
    summary: 'Send changed clients to the CRM',
    description: 'Sends clients that have changed to the CRM. Possible once a day, counted in Moscow time.',
    reply: SyncStatus,
    errors: { ...NONE, integration_not_active: 409, sync_once_a_day: 406 },
  }),
  unsyncedClients: call('GET', '/applications/{c}/clients/unsync', {
    who: 'member',
    operationId: 'listUnsyncedClients',
    summary: 'List clients not in the CRM yet',
    description: 'Returns how many clients have changes that the CRM does not have yet, and the first hundred of them.',
    reply: z.object({
      total: z.int(),
      failed: z.int(),
      clients: z.array(
        z.object({
          id: Id,
          name: z.string(),
          surname: z.string(),
          cardNumber: z.int(),
          state: z.enum(CLIENT_SYNC_STATES),
          fault: z.string().nullable(),
        }),
      ),
    }),
  }),
  syncStatus: call('GET', '/applications/{c}/clients/sync/status', {
    who: 'member',
    operationId: 'readSyncStatus',
    summary: 'Get the progress of the CRM sync',
    description: 'Returns how many clients the latest sync has sent to the CRM.',
    reply: SyncStatus,
  }),
  readClientSync,
  saveClientSync: call('PUT', '/applications/{c}/clients/{id}/sync', {
    who: 'member',
    summary: "Save a client's CRM sync",
    description: 'Sets what is exchanged with the CRM about one client.',
    keeps: savedIn(readClientSync, (sync) => sync?.flags),
    body: SyncFlags,
    reply: ClientSync,
    errors: { client_not_found: 404, ...NONE },
  }),
}
