/** Where configurations keep cards, clients and points. Names of the platform are those of its tables. */
import type { Settings } from '../../connector.ts'

/** What has to be known of a configuration; the names of its settings. */
export const MAPPED = [
  { name: 'cards', isEntity: true },
  { name: 'cardNumber', isEntity: false },
  { name: 'cardOwner', isEntity: false },
  { name: 'clients', isEntity: true },
  { name: 'register', isEntity: true },
  { name: 'registerCard', isEntity: false },
  { name: 'registerGained', isEntity: false },
  { name: 'registerSpent', isEntity: false },
] as const
export type MappedName = (typeof MAPPED)[number]['name']
export type Mapping = Readonly<Record<MappedName, string>>

export const PRESETS = ['unf', 'retail'] as const

const KNOWN: Readonly<Record<(typeof PRESETS)[number], Mapping>> = {
  // УНФ, and Розница 3, which is built on it.
  unf: {
    cards: 'Catalog_ДисконтныеКарты',
    cardNumber: 'КодКартыШтрихкод',
    cardOwner: 'ВладелецКарты_Key',
    clients: 'Catalog_Контрагенты',
    register: 'AccumulationRegister_БонусныеБаллы_RecordType',
    registerCard: 'БонуснаяКарта_Key',
    registerGained: 'Начислено',
    registerSpent: 'КСписанию',
  },
  // Розница 2.
  retail: {
    cards: 'Catalog_ИнформационныеКарты',
    cardNumber: 'КодКарты',
    cardOwner: 'ВладелецКарты',
    clients: 'Catalog_ФизическиеЛица',
    register: 'AccumulationRegister_БонусныеБаллы_RecordType',
    registerCard: 'БонуснаяКарта_Key',
    registerGained: 'Начислено',
    registerSpent: 'КСписанию',
  },
}

/** A name of one's own that is left empty is that of УНФ. */
export function mappingOf(settings: Settings): Mapping {
  const { preset = '' } = settings
  if (preset !== 'own') return KNOWN[PRESETS.find((one) => one === preset) ?? 'unf']
  return Object.fromEntries(MAPPED.map(({ name }) => [name, settings[name] || KNOWN.unf[name]])) as Mapping
}
