/** Shapes of the fields that `client-fields.ts` declares, as a part of a client. */
import { z } from 'zod'
import { OptionalText } from '../page.ts'
import { type ClientField, type ClientFieldName, type ClientFieldValues, forClientFields } from './client-fields.ts'

/** The shape of a declared field, as it is saved and answered. */
export function shapeOf(field: ClientField): z.ZodType {
  switch (field.kind) {
    case 'text':
      return OptionalText(field.maxLength)
    case 'date':
      return z.iso.date().nullable()
    case 'number':
      return z.int().min(field.min).max(field.max).nullable()
    case 'flag':
      return z.boolean()
    case 'choice':
      return z.enum(field.values).nullable()
  }
}
export const declared = (make: (field: ClientField) => z.ZodType) =>
  forClientFields((_, field) => make(field)) as {
    [Name in ClientFieldName]: z.ZodType<ClientFieldValues[Name], ClientFieldValues[Name]>
  }
