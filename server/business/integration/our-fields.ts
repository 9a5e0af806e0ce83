/** Values of a client that can be mapped to fields of a CRM. Names, contacts and amounts are exchanged anyway. */
import { CARD_VALUES, type CrmValueKind, type OurField } from '../../../contract/business/crm-fields.ts'
import {
  CLIENT_FIELD_NAMES,
  clientField,
  isClientFieldName,
  textOfField,
} from '../../../contract/people/client-fields.ts'
import type { CabinetDb } from '../../base/db.ts'
import { listVariables } from '../../cards/variables/variables.ts'
import type { StoredClient } from '../../people/clients/clients.ts'
import { kindsOfVariables } from '../../people/forms/forms.ts'

/** Connectors exchange these by themselves. */
const PERSON: ReadonlySet<string> = new Set(['name', 'surname', 'middlename'])

const KINDS: Readonly<Record<string, CrmValueKind>> = { date: 'date', checkbox: 'flag', list: 'choice' }

/** A variable holds what every form that asks for it asks for, or else any text. */
const kindOf = (types: readonly string[] = []): CrmValueKind => {
  const [kind = 'text', ...others] = [...new Set(types.map((type) => KINDS[type] ?? 'text'))]
  return others.length > 0 ? 'text' : kind
}

export async function listOurFields(db: CabinetDb): Promise<OurField[]> {
  const types = await kindsOfVariables(db)
  const variables = (await listVariables(db)).filter(({ isSystem }) => !isSystem)
  return [
    ...CLIENT_FIELD_NAMES.filter((name) => !PERSON.has(name)).map((name) => ({
      ours: `field:${name}`,
      group: 'field' as const,
      name,
      description: '',
      kind: clientField(name).kind,
      isSentOnly: false,
    })),
    ...variables.map(({ name, description }) => ({
      ours: `variable:${name}`,
      group: 'variable' as const,
      name,
      description,
      kind: kindOf(types.get(name)),
      isSentOnly: false,
    })),
    ...CARD_VALUES.map((name) => ({
      ours: `card:${name}`,
      group: 'card' as const,
      name,
      description: '',
      kind: 'text' as const,
      isSentOnly: true,
    })),
  ]
}

/** @returns the value of a client by its name, '' when there is none */
export const valuesOf =
  (client: StoredClient, cardUrl = '') =>
  (ours: string): string => {
    const [group, name = ''] = ours.split(':')
    if (group === 'variable') return client.extra[name] ?? ''
    if (group === 'field') return isClientFieldName(name) ? textOfField(client[name]) : ''
    const values: Readonly<Record<string, string>> = {
      link: cardUrl,
      number: String(client.card_number).padStart(6, '0'),
      track: client.card_track,
      promo: client.promo_code,
    }
    return values[name] ?? ''
  }
