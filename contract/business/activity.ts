import { z } from 'zod'
import { call } from '../call.ts'
import { Day, Id, Time } from '../page.ts'
import { storedKind } from '../stored-kind.ts'

const SUBJECT_KINDS = ['client', 'template', 'form', 'segment', 'push', 'trigger'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** What was done in an account. */
export const ActivityRow = z.object({
  id: Id,
  at: Time,
  /**
   * Who did it: a person, a program with a key of the person who created the key, support, or somebody without a
   * login, such as the reader of an email.
   */
  by: storedKind(['person', 'key', 'support', 'nobody']),
  /**
   * The person; null for support, without a login, and for a user who was deleted. Without access now: no email.
   */
  person: z.object({ id: Id, name: z.string(), email: z.string().nullable() }).nullable(),
  /** `room.call` of the contract. */
  call: z.string(),
  /**
   * What it was about; null where it was about several or about the business. A form has its key as `id`. `name` is
   * today's, and null where it no longer exists.
   */
  subject: z.object({ kind: z.enum(SUBJECT_KINDS), id: z.string(), name: z.string().nullable() }).nullable(),
})
export type ActivityRow = z.infer<typeof ActivityRow>

/** Where a page of the audit log ended: milliseconds and the id of its last row. */
export const AuditCursor = z
  .string()
  .regex(/^(?:\d{1,14}\.[0-9a-f-]{36})?$/, { error: 'invalid' })
  .default('')

export const activity = {
  listActivity: call('GET', '/applications/{c}/activity', {
    who: 'owner',
    mayLag: true,
    summary: 'List the activity of the business',
    description:
      'Returns what people, programs and support have changed in the business, and on which client, card or message, ' +
      'newest first. Continue with `before`. ' +
      'Read marks and previews are left out.',
    query: z.object({
      person: Id.optional(),
      /** A day in Moscow. */
      day: z.union([Day, z.literal('')]).default(''),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      before: AuditCursor,
    }),
    reply: z.object({ rows: z.array(ActivityRow), before: z.string().nullable() }),
  }),
}
