/** What an import knows of a client, and what that changes in one who is there already. Pure. */
import { CLIENT_FIELD_NAMES, type ClientFieldValues } from '../../../contract/people/client-fields.ts'
import type { KnownClients } from '../../../contract/people/imports.ts'
import type { FactColumns } from './columns.ts'

/** Only what the line says; an empty cell says nothing. */
export type ImportedFacts = Partial<ClientFieldValues> &
  Partial<Omit<FactColumns, keyof ClientFieldValues>> & {
    card_number?: number
    card_track?: string
    template_id?: string
    /** By name. */
    tags?: string[]
    /** A day. */
    consent_on?: string
    /** Who this is in the CRM from which the client comes. */
    crm?: { id: string; card: string; category: string | null; categoryPercent: number | null }
  }

/** Columns that an import can change in a client. */
export type ImportedColumns = FactColumns & {
  card_track: string
  consent_at: Date | null
  consent_source: string
  archived_at: Date | null
}

const PEOPLE = [...CLIENT_FIELD_NAMES, 'email', 'birthday', 'sex', 'promo_code', 'tel', 'card_track'] as const
const AMOUNTS = ['balance_minor', 'bonus_minor', 'discount_hundredths'] as const

const isBlank = (value: unknown) => value === null || value === '' || value === false

/** The moment of a consent of which only the day is known. */
export const consentMoment = (day: string): Date => new Date(`${day}T09:00:00Z`)

/**
 * A blank is filled in, with the owner's consent to it also what is there is replaced. An amount of zero is an amount,
 * so filling in leaves amounts alone. The template, and a consent that is known, always stay.
 */
export function changeOfImport(
  before: ImportedColumns,
  facts: ImportedFacts,
  known: KnownClients,
  consentSource: string,
): Partial<ImportedColumns> {
  if (known === 'skip') return {}
  const change: Record<string, unknown> = {}
  for (const column of PEOPLE) {
    const value = facts[column]
    if (value === undefined || isBlank(value) || value === before[column]) continue
    if (known === 'overwrite' || isBlank(before[column])) change[column] = value
  }
  for (const column of AMOUNTS) {
    const value = facts[column]
    if (known === 'overwrite' && value !== undefined && value !== before[column]) change[column] = value
  }
  const extra = Object.entries(facts.extra ?? {}).filter(
    ([name, value]) => value !== (before.extra[name] ?? '') && (known === 'overwrite' || !before.extra[name]),
  )
  if (extra.length > 0) change.extra = { ...before.extra, ...Object.fromEntries(extra) }
  if (facts.consent_on !== undefined && before.consent_at === null)
    Object.assign(change, { consent_at: consentMoment(facts.consent_on), consent_source: consentSource })
  return change as Partial<ImportedColumns>
}
