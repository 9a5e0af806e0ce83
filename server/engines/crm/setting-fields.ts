/** Fields that the settings of connectors are made of; an optional one left empty is ''. */
import { z } from 'zod'
import type { FieldMeta } from './connector.ts'

export const requiredText = (meta: FieldMeta, max = 200) =>
  z.string().trim().min(1, { error: 'required' }).max(max).meta(meta)

export const optionalText = (meta: FieldMeta, max = 200) => z.string().trim().max(max).default('').meta(meta)

/** @param preset the vendor's usual address */
export const serverAddress = (preset?: string) =>
  requiredText({ kind: 'url', label: 'address', ...(preset !== undefined && { preset }) }, 300)
