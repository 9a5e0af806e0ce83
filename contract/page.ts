/** Shapes that many rooms use: ids, a page's query, texts of people. */
import { z } from 'zod'
import { hasAddress, hasHiddenSigns, hasNumberToCall } from './plain-name.ts'
import { AMOUNT_MAX_MINOR, LANGUAGES, PAGE_SIZE_MAX, PAGE_SIZES } from './limits.ts'

export const Id = z.uuid()
/** ISO 8601 in UTC. */
export const Time = z.iso.datetime()
/** A day in Moscow, `2026-11-21`. */
export const Day = z.iso.date()
export const LanguageCode = z.enum(LANGUAGES)

/** `page` counts from 1; `o` names the column to order by, `d` the direction; `q` is the search text. */
export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZES[0]),
  q: z.string().trim().max(100).default(''),
  d: z.enum(['asc', 'desc']).default('desc'),
})

/** Clients are looked through in longer pages (decision 178). */
export const CLIENT_PAGE_SIZES = [...PAGE_SIZES, 200] as const
export const LongPage = PageQuery.extend({
  limit: z.coerce.number().int().min(1).max(CLIENT_PAGE_SIZES[3]).default(PAGE_SIZES[0]),
})

/** Page and limit alone, for lists that are neither searched nor reordered. */
export const Paging = PageQuery.pick({ page: true, limit: true })

export const Email = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s\p{Cc}@<>,;"]+@[^\s\p{Cc}@<>,;"]+\.[^\s\p{Cc}@<>,;".]+$/u, { error: 'email' })
/** A name that appears in emails to strangers. */
const plainName = (shape: z.ZodString) =>
  shape
    .refine((text) => !hasHiddenSigns(text), { error: 'control_characters' })
    .refine((text) => !hasAddress(text), { error: 'name_address' })
    .refine((text) => !hasNumberToCall(text), { error: 'name_number' })
/** A person's, without control characters: names are used in emails and on cards. Empty until somebody gives one. */
export const OptionalName = plainName(
  z
    .string()
    .trim()
    .max(60)
    .regex(/^[^\p{Cc}<>{}]*$/u, { error: 'name' }),
)
export const OptionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, { error: 'control_characters' })
/** Shown before our own address in emails; empty: none. */
export const SenderName = plainName(
  z
    .string()
    .trim()
    .max(60)
    .regex(/^[^\p{Cc}<>@"\\]*$/u, { error: 'sender_name' }),
)
export const RequiredText = (max: number) => OptionalText(max).min(1, { error: 'required' })
export const BusinessName = plainName(RequiredText(60))
export const Phone = z.string().trim().min(5).max(32)
export const Password = z
  .string()
  .min(8, { error: 'password_short' })
  .max(200)
  .regex(/\p{Ll}/u, { error: 'password_lower' })
  .regex(/\p{Lu}/u, { error: 'password_upper' })
  .regex(/\d/, { error: 'password_digit' })
/** Amount in minor units: cents of money, hundredths of points. */
export const AmountMinor = z.int().min(-AMOUNT_MAX_MINOR).max(AMOUNT_MAX_MINOR)
/** Version of a row that several people can edit. It is sent back as it was read; an outdated one is refused. */
export const Version = z.int().min(0).max(2_147_483_647)
export const Nothing = z.object({})
