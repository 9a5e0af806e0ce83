/**
 * Additional fields of a counterparty:
 * https://dev.moysklad.ru/doc/api/remap/1.2/#mojsklad-json-api-obschie-swedeniq-dopolnitel-nye-polq
 */
import { z } from 'zod'
import type { CrmValueKind } from '../../../../contract/business/crm-fields.ts'
import type { Client } from '../connector.ts'
import { type FieldValues, jsonOfValue, textOfValue, type VendorField } from '../fields.ts'

export const Definition = z.object({ id: z.string().min(1).max(100), name: z.string(), type: z.string() })
export const Attribute = z.object({ id: z.string(), type: z.string().nullish(), value: z.unknown() })
const Entry = z.object({ name: z.string() })

const KINDS: Readonly<Record<string, CrmValueKind>> = {
  string: 'text',
  text: 'text',
  link: 'text',
  long: 'number',
  double: 'number',
  boolean: 'flag',
  time: 'date',
}
/** Texts of up to 255 letters; whole numbers are numbers with a fraction of nothing. */
const TYPES: Readonly<Record<CrmValueKind, string>> = {
  text: 'string',
  number: 'double',
  date: 'time',
  flag: 'boolean',
  choice: 'string',
}

/** Entries of a directory are read by their name; files are left out. */
export const fieldOf = ({ id, name, type }: z.infer<typeof Definition>): VendorField[] =>
  type === 'file' ? [] : [{ id, name, kind: KINDS[type] ?? 'text', isWritable: KINDS[type] !== undefined }]

export const definitionOf = ({ name, kind }: Pick<VendorField, 'name' | 'kind'>) => ({
  name,
  type: TYPES[kind],
  required: false,
})

export const valuesOf = (attributes: readonly z.infer<typeof Attribute>[] | null | undefined): FieldValues =>
  Object.fromEntries(
    (attributes ?? []).map(({ id, value }) => {
      const entry = Entry.safeParse(value)
      return [id, entry.success ? entry.data.name : textOfValue(value)]
    }),
  )

/** @param hrefOf address of a definition */
export function attributesOf({ fields = {} }: Client, mapped: readonly VendorField[], hrefOf: (id: string) => object) {
  return mapped.flatMap(({ id, kind }) => {
    const text = fields[id] ?? ''
    if (text === '') return []
    return [{ ...hrefOf(id), value: kind === 'date' ? `${text} 00:00:00` : jsonOfValue(kind, text) }]
  })
}
