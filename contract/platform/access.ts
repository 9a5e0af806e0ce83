import { z } from 'zod'
import { call } from '../call.ts'
import { MEMBER_RIGHTS, ROLES } from '../limits.ts'
import { Email, Id, Nothing, Time } from '../page.ts'
import { storedState } from '../stored-kind.ts'

/** A person with access, or a person who has been invited and has none yet. */
export const Person = z.object({
  /** Id of the user; null while there is only an invitation. */
  id: Id.nullable(),
  /** Name and surname; empty while there is only an invitation. */
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: storedState(ROLES, 'member'),
  /** What the person may do beyond the daily work; an owner all of it, an invited person nothing yet. */
  rights: z.array(z.enum(MEMBER_RIGHTS)),
  status: z.enum(['accepted', 'waiting', 'expired', 'rejected']),
  isEmailVerified: z.boolean(),
  isNotifications: z.boolean(),
  /** When access was given, or when the invitation was sent. */
  since: Time,
  /** When a pending invitation expires. */
  expiresAt: Time.nullable(),
})
export type Person = z.infer<typeof Person>

/** An invitation as the invited person sees it. */
export const Invite = z.object({
  cabinetId: z.int(),
  cabinetName: z.string(),
  inviter: z.string(),
  inviterEmail: z.string(),
  invitedAt: Time,
  expiresAt: Time,
})
export type Invite = z.infer<typeof Invite>

export const access = {
  listPeople: call('GET', '/applications/{c}/users', {
    who: 'member',
    summary: 'List people with access',
    description: 'Returns the people who have access to the business and the invitations that have not been accepted.',
    reply: z.object({ people: z.array(Person), limit: z.int(), used: z.int() }),
  }),
  invitePerson: call('POST', '/applications/{c}/users', {
    who: 'owner',
    summary: 'Invite a person',
    description:
      'Invites a person by email. Inviting an address that is already invited sends a new link, and the old ' +
      'one stops working. The emails that a business, a person and an address can cause in a day are limited.',
    body: z.object({ email: Email, version: z.string().max(20).optional() }),
    status: 201,
    reply: Person,
    errors: { user_limit: 403, already_has_access: 409, too_many_tries: 429, invite_limit: 429 },
  }),
  removePerson: call('DELETE', '/applications/{c}/users/{userId}', {
    who: 'owner',
    summary: "Remove a person's access",
    description: "Takes away a person's access, effective immediately. The last owner cannot be removed.",
    reply: Nothing,
    errors: { person_not_found: 404, last_owner: 409 },
  }),
  revokeInvite: call('DELETE', '/applications/{c}/invites/{email}', {
    who: 'owner',
    operationId: 'revokeInvitation',
    summary: 'Revoke an invitation',
    description: 'Revokes an invitation. Its link stops working.',
    reply: Nothing,
    errors: { invite_not_found: 404 },
  }),
  saveNotifications: call('PUT', '/applications/{c}/users/{id}/notifications', {
    who: 'owner',
    operationId: 'savePersonNotifications',
    summary: "Turn a person's notifications on or off",
    description: "Turns email notifications of a person on or off. The person's address must be confirmed.",
    body: z.object({ is_notifications: z.boolean() }),
    reply: Person,
    errors: { person_not_found: 404, person_not_confirmed: 409 },
  }),
  saveRights: call('PUT', '/applications/{c}/users/{id}/rights', {
    who: 'owner',
    operationId: 'saveMemberRights',
    summary: "Save a member's rights",
    description:
      'Gives a member exactly these rights, effective immediately: `amounts` changes the balance, bonus and discount ' +
      'of clients, `delete` deletes card designs, forms, segments, push messages, triggers and variables, `export` ' +
      'exports clients, `crm` connects, changes and deletes the CRM, `modules` changes modules and their promo codes.',
    body: z.object({
      rights: z
        .array(z.enum(MEMBER_RIGHTS))
        .max(MEMBER_RIGHTS.length)
        .refine((all) => new Set(all).size === all.length, { error: 'duplicate' }),
    }),
    reply: Person,
    errors: { person_not_found: 404, owner_has_all_rights: 409 },
  }),
  myInvites: call('GET', '/user/invites', {
    who: 'user',
    operationId: 'listMyInvitations',
    summary: "List the user's invitations",
    description: "Returns the pending invitations sent to the user's confirmed address.",
    reply: z.array(Invite),
  }),
  answerInvite: call('POST', '/user/invites/{inviterCabinetId}', {
    who: 'user',
    operationId: 'answerInvitation',
    summary: 'Answer an invitation',
    description:
      "Accepts or rejects an invitation sent to the user's confirmed address. An invitation can be answered " + 'once.',
    body: z.object({ answer: z.enum(['accept', 'reject']) }),
    reply: z.object({ domain: z.string().nullable() }),
    errors: { invite_not_found: 404 },
  }),
  checkInvite: call('POST', '/invite/check-hash', {
    who: 'nobody',
    operationId: 'checkInvitation',
    summary: 'Check an invitation link',
    description: 'Returns who sent an invitation and to which business, for the recipient of the email.',
    body: z.object({ email: Email, token: z.string().max(100) }),
    reply: Invite,
    errors: { invite_not_found: 404, too_many_tries: 429 },
  }),
}
