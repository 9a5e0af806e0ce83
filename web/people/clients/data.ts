/** Calls of clients: the table, one client and its histories, the chart, and the sample client of previews. */
import { useTranslation } from 'react-i18next'
import { type CardHolder, valuesOf } from '../../../card/values.ts'
import { type Client, clients, type SORT_COLUMNS } from '../../../contract/people/clients.ts'
import { forms } from '../../../contract/people/forms.ts'
import { marketplace } from '../../../contract/reach/marketplace.ts'
import { type Template, templates } from '../../../contract/cards/templates.ts'
import { type Variable, variables } from '../../../contract/cards/variables.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { queryClient, readKey, fetchNewest, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'
import type { TableState } from '../../parts/data-table/table-state.ts'
import type { Token } from '../../parts/token-input/tokens.ts'
import { useVariableTokens } from '../../parts/token-input/variable-tokens.ts'
import { queryOf, type FilterName } from './list-filters.ts'

export const HISTORY_LIMIT = 25

type List = TableState<(typeof SORT_COLUMNS)[number], FilterName>

/** @param count `about` where an estimate will do */
export function useClients(c: number, { q, at, limit, sort, filters }: List, count: 'exact' | 'about') {
  return useRead(
    clients.listClients,
    { params: { c }, query: { q, o: sort.by, d: sort.direction, at, limit, count, ...queryOf(filters) } },
    { keepRows: true },
  )
}

export function useClient(c: number, id: string) {
  return useRead(clients.readClient, { params: { c, id } })
}

/** Bypasses the cache; used to resolve a version conflict. */
export function readNewest(c: number, id: string): Promise<Client> {
  return fetchNewest(clients.readClient, { params: { c, id } })
}

/** @param onRefused returns true when the page shows the refusal itself */
export function useSaveClient(onRefused: (refused: Refused) => boolean, done: string) {
  return useWrite(clients.saveClient, {
    done,
    refresh: [clients.listClients, clients.balanceHistory],
    onDone: (client, { params }) => queryClient.setQueryData(readKey(clients.readClient, { params }), client),
    onRefused,
  })
}

export function usePushHistory(c: number, id: string, page: number) {
  return useRead(clients.pushHistory, { params: { c, id }, query: { page, limit: HISTORY_LIMIT } }, { keepRows: true })
}

export function useBalanceHistory(c: number, id: string, page: number) {
  return useRead(
    clients.balanceHistory,
    { params: { c, id }, query: { page, limit: HISTORY_LIMIT } },
    { keepRows: true },
  )
}

export function usePointHistory(c: number, id: string, page: number) {
  return useRead(
    marketplace.pointHistory,
    { params: { c, id }, query: { page, limit: HISTORY_LIMIT } },
    { keepRows: true },
  )
}

export function useForms(c: number) {
  return useRead(forms.listForms, { params: { c } })
}

export function useTemplates(c: number) {
  return useRead(templates.listTemplates, { params: { c } })
}

/**
 * One template with its own defaults of variables.
 * @param uuid null: not read
 */
export function useTemplate(c: number, uuid: string | null) {
  return useRead(templates.readTemplate, uuid === null ? null : { params: { c, uuid } })
}

export function useVariables(c: number) {
  return useRead(variables.listVariables, { params: { c } })
}

/** What a message to many clients may contain, as chips; the examples are those of the newest client. */
export function useClientTokens(): readonly Token[] {
  const { id: c } = useCabinet()
  const own = useVariables(c).data ?? []
  return useVariableTokens(own, cardValues(useSampleHolder(c, undefined), own, undefined))
}

/** The client whose data fills a preview: the newest one with a card of a template, otherwise a sample. */
export function useSampleHolder(c: number, template: string | undefined): CardHolder {
  const { t } = useTranslation()
  const newest = useRead(clients.listClients, { params: { c }, query: { limit: 1, template } }).data?.data[0]
  const client = useRead(clients.readClient, newest ? { params: { c, id: newest.id } } : null).data
  if (client) return { ...client, crmUpdatedAt: null }
  return {
    name: t('common.sample.name'),
    surname: t('common.sample.surname'),
    email: 'anna@example.com',
    tel: '+49 151 23456789',
    balanceMinor: 1_250_00,
    bonusMinor: 320_00,
    discountHundredths: 7_00,
    promoCode: '',
    inviteCode: 'K7M2Q9XA',
    cardNumber: 412,
    cardTrack: '2200000004121',
    crmUpdatedAt: null,
    extra: {},
  }
}

/**
 * Values of all variables: the defaults of the cabinet, overridden by those of the template, overridden by the
 * client's.
 */
export function cardValues(
  holder: CardHolder,
  variables: readonly Variable[],
  template: Pick<Template, 'variables'> | undefined,
): Record<string, string> {
  const values: Record<string, string> = {}
  for (const one of variables) if (!one.isSystem) values[one.name] = one.defaultValue
  for (const [name, value] of Object.entries(template?.variables ?? {})) if (value !== '') values[name] = value
  return valuesOf(holder, values)
}

/** By which channels a client can be written to. */
export const useMessageChannels = (c: number, id: string) => useRead(clients.messageChannels, { params: { c, id } })
