/** Fields that the settings of connectors are made of; an optional one left empty is ''. */
import { z } from 'zod'
import type { FieldMeta } from './connector.ts'

export const requiredText = (meta: FieldMeta, max = 200) =>
  z.string().trim().min(1, { error: 'required' }).max(max).meta(meta)

export const optionalText = (meta: FieldMeta, max = 200) => z.string().trim().max(max).default('').meta(meta)

/** @param preset the vendor's usual address */
export const serverAddress = (preset?: string) =>
  requiredText({ kind: 'url', label: 'address', ...(preset !== undefined && { preset }) }, 300)

const FINGERPRINT = /^([0-9a-f]{2}:?){31}[0-9a-f]{2}$/i

/**
 * Of a server in the business's own network: its certificate, which no authority has signed, by its fingerprint,
 * and the owner's word that the address is a private one. The operator has to list such an address too.
 */
export const ownServer = {
  certificate: z
    .string()
    .trim()
    .refine((text) => text === '' || FINGERPRINT.test(text), { error: 'invalid' })
    .default('')
    .meta({ kind: 'text', label: 'certificate' } satisfies FieldMeta),
  privateNetwork: z
    .enum(['', 'yes'])
    .default('')
    .meta({ kind: 'flag', label: 'privateNetwork' } satisfies FieldMeta),
}
