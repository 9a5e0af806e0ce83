/** Clients that a CRM refused, or of whom nobody but a person can say who they are there, and what is done about it. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Id, Nothing } from '../page.ts'
import { storedKind } from '../stored-kind.ts'
import { ClientSync, REFUSAL_REASONS, SyncDoubt, SyncStatus } from './crm-sync.ts'
import { FieldFault } from './crm-fields.ts'
import { CHECKED, NO_DEMO, NONE, Sums } from './crm-meeting.ts'

/**
 * `refused`: the CRM refuses this client · `doubt`: it is unclear who this client is there
 * · `field`: exchanged, but for values of mapped fields.
 */
export const TROUBLES = ['refused', 'doubt', 'field'] as const
export const Trouble = z.enum(TROUBLES)
export type Trouble = z.infer<typeof Trouble>

/** Clients of one page of the desk. */
export const DESK_PAGE = 50
/** Clients that are named in one repetition; without names, all of them. */
export const RETRY_MAX = 200
/** Somebody's id in a CRM. */
const CrmId = z.string().trim().min(1).max(200)

const DeskClient = z.object({
  id: Id,
  name: z.string(),
  surname: z.string(),
  tel: z.string(),
  cardNumber: z.int(),
  trouble: Trouble,
  doubt: SyncDoubt.nullable(),
  /** The CRM's own words. */
  fault: z.string().nullable(),
  /** What they mean, where it is known. */
  reason: storedKind(REFUSAL_REASONS).nullable(),
  /** Mapped fields whose values are not exchanged. */
  fields: z.array(FieldFault),
})
export type DeskClient = z.infer<typeof DeskClient>

export const Desk = z.object({
  refused: z.int(),
  doubt: z.int(),
  field: z.int(),
  clients: z.array(DeskClient),
  /** Where the next page begins; null: this is the last one. */
  next: Id.nullable(),
})
export type Desk = z.infer<typeof Desk>

/** Somebody in the CRM who may be our client. */
const Candidate = z.object({
  crmId: z.string(),
  name: z.string(),
  tel: z.string(),
  cardNumber: z.string(),
  /** A company is never turned into a person. */
  isCompany: z.boolean(),
  /** The client is linked with this person now. */
  isLinked: z.boolean(),
  /** Another client of ours is this one already. */
  linkedTo: z.object({ id: Id, name: z.string() }).nullable(),
  theirs: Sums,
  /** Amounts of both sides after the link, by the rules of the first exchange. */
  after: Sums,
})
export type Candidate = z.infer<typeof Candidate>

export const deskCalls = {
  readDesk: call('GET', '/applications/{c}/integration/desk', {
    who: 'member',
    summary: 'List clients that the CRM could not take',
    description:
      'Returns clients that the CRM refused or about whom it is unclear who they are there, fifty at once, and how ' +
      'many there are of each. Clients with a value of a mapped field that could not be exchanged are among them.',
    query: z.object({ trouble: Trouble.optional(), after: Id.optional() }),
    reply: Desk,
  }),
  retryClients: call('POST', '/applications/{c}/integration/desk/retry', {
    who: 'member',
    right: 'crm',
    summary: 'Try clients again in the CRM',
    description:
      'Exchanges clients once more that the CRM refused or that were unclear, the given ones or all. The daily limit ' +
      'of the sync does not count here. Returns the progress, of the running sync if there is one.',
    body: z.object({ ids: z.array(Id).min(1).max(RETRY_MAX).optional() }),
    reply: SyncStatus,
    errors: { ...NO_DEMO, ...NONE, integration_not_active: 409 },
  }),
  readFromCrm: call('POST', '/applications/{c}/integration/read', {
    who: 'member',
    right: 'crm',
    operationId: 'readClientsFromCrm',
    summary: 'Read from the CRM now',
    description: 'Sends changed amounts and takes over what was changed in the CRM, without waiting for the next hour.',
    reply: Nothing,
    errors: { ...NO_DEMO, ...NONE, integration_not_active: 409 },
  }),
  listCandidates: call('GET', '/applications/{c}/clients/{id}/sync/candidates', {
    who: 'member',
    right: 'crm',
    asksOutside: true,
    summary: 'Search the CRM for a client',
    description:
      'Asks the CRM for everybody who may be this client, and says what a link would do to the amounts of both ' +
      'sides, in minor units and hundredths of a percent. Changes nothing.',
    reply: z.object({ ours: Sums, candidates: z.array(Candidate) }),
    errors: { client_not_found: 404, ...NO_DEMO, ...NONE, integration_not_active: 409, ...CHECKED },
  }),
  linkClient: call('POST', '/applications/{c}/clients/{id}/sync/link', {
    who: 'member',
    right: 'crm',
    asksOutside: true,
    summary: 'Link a client with somebody in the CRM',
    description:
      'Says who a client is in the CRM. Both amounts meet by the rules of the first exchange, and the client is ' +
      'exchanged from then on. A client who was linked with somebody else is linked anew; what that person has stays ' +
      'in the CRM, and the change can be undone.',
    body: z.object({ crmId: CrmId }),
    reply: ClientSync,
    errors: {
      client_not_found: 404,
      ...NO_DEMO,
      ...NONE,
      integration_not_active: 409,
      ...CHECKED,
      crm_exchange_open: 409,
      crm_client_gone: 409,
      crm_client_taken: 409,
      crm_client_company: 422,
    },
  }),
  undoRelink: call('POST', '/applications/{c}/clients/{id}/sync/link/undo', {
    who: 'member',
    right: 'crm',
    asksOutside: true,
    summary: 'Undo a new link of a client',
    description:
      'Takes back that a client was linked with somebody else: the client is exchanged with the person from before, ' +
      'and the card has what it had then, with what was changed here since. What was sent to the other person stays ' +
      'in the CRM.',
    reply: ClientSync,
    errors: {
      client_not_found: 404,
      ...NO_DEMO,
      ...NONE,
      integration_not_active: 409,
      crm_relink_over: 409,
      crm_exchange_open: 409,
      crm_client_taken: 409,
    },
  }),
}
