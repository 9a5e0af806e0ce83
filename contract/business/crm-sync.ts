/** What is exchanged with a CRM, of one client and of all. */
import { z } from 'zod'
import { Time } from '../page.ts'
import { storedKind, storedState } from '../stored-kind.ts'

/**
 * `read`: amounts come from the CRM · `write`: clients go to it · `rewrite`: the CRM overwrites names and contacts too.
 */
export const SyncFlags = z.object({ read: z.boolean(), write: z.boolean(), rewrite: z.boolean() })
export type SyncFlags = z.infer<typeof SyncFlags>

/** State of a client in the CRM. */
export const CLIENT_SYNC_STATES = ['off', 'waiting', 'synced', 'failed'] as const
export type ClientSyncState = (typeof CLIENT_SYNC_STATES)[number]
/**
 * Clients of the list by their state in the CRM. `linked`: it is known who they are there · `waiting`: to be sent ·
 * `refused`, `doubt`: in trouble · `off`: left out of the exchange.
 */
export const CRM_FILTERS = ['linked', 'waiting', 'refused', 'doubt', 'off'] as const
export type CrmFilter = (typeof CRM_FILTERS)[number]
/**
 * Why nobody but a person can say who a client is there: more than one has the phone, the one with the phone is a
 * company, or the phone that the CRM has now is another client's here.
 */
export const SYNC_DOUBTS = ['several', 'company', 'phone_taken'] as const
export const SyncDoubt = z.enum(SYNC_DOUBTS)
export type SyncDoubt = z.infer<typeof SyncDoubt>
/** Why a CRM refuses a client, where it is known: what is wrong there, or too little, or gone. */
export const REFUSAL_REASONS = ['phone', 'email', 'amount', 'gone', 'program', 'field'] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]
export const ClientSync = z.object({
  state: z.enum(CLIENT_SYNC_STATES),
  flags: SyncFlags,
  crmId: z.string().nullable(),
  writtenAt: Time.nullable(),
  readAt: Time.nullable(),
  /** The CRM's own words. */
  fault: z.string().nullable(),
  /** What they mean; null where that is not known, and where nothing was refused. */
  reason: storedKind(REFUSAL_REASONS).nullable(),
  doubt: SyncDoubt.nullable(),
  category: z.object({ name: z.string(), bonusPercent: z.number().nullable() }).nullable(),
  /** The last times that the client was linked with somebody else, the latest first. */
  relinks: z.array(
    z.object({
      at: Time,
      before: z.string(),
      after: z.string(),
      undoneAt: Time.nullable(),
      /** The link that counts now, and can be taken back. */
      isLast: z.boolean(),
    }),
  ),
})
export type ClientSync = z.infer<typeof ClientSync>

export const SyncStatus = z.object({
  /** `waiting`: the CRM could not be reached and will be tried again. */
  state: storedState(['idle', 'queue', 'running', 'waiting', 'done', 'failed'], 'waiting'),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  startedAt: Time.nullable(),
  endedAt: Time.nullable(),
  /** When clients can be written again; null: now. */
  nextAt: Time.nullable(),
})
export type SyncStatus = z.infer<typeof SyncStatus>
