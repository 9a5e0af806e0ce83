/** The systems of the gallery: those that can be connected, then those that can be asked for. */
import type { Integration } from '../../../contract/business/integration.ts'
import { NO_ABILITIES, type Settings } from '../../engines/crm/connector.ts'
import { abilitiesOf, connectorOf, fieldsOf } from '../../engines/crm/crm.ts'
import { SYSTEMS } from '../../engines/crm/names.ts'

type System = Integration['systems'][number]

const GALLERY: System[] = Object.entries(SYSTEMS)
  .map(([name, shown]): System => {
    const connector = connectorOf(name)
    return {
      name,
      ...shown,
      isReady: connector !== undefined,
      fields: connector ? fieldsOf(connector) : [],
      abilities: { ...(connector?.abilities ?? NO_ABILITIES) },
      customFields: connector?.customFields?.({}) ?? 'none',
    }
  })
  .toSorted((one, other) => Number(other.isReady) - Number(one.isReady))

/** The connected one does what its settings let it do. */
export function galleryWith(row: { type: string; settings: Settings } | undefined): System[] {
  const connector = row && connectorOf(row.type)
  if (!row || !connector?.abilitiesWith) return GALLERY
  const customFields = connector.customFields?.(row.settings) ?? 'none'
  const abilities = { ...abilitiesOf(connector, row.settings) }
  return GALLERY.map((one) => (one.name === connector.name ? { ...one, abilities, customFields } : one))
}

/** A system that is connected, not asked for. */
export const isReady = (name: string): boolean =>
  GALLERY.some((one) => one.isReady && [one.name, one.title].some((text) => text.toLowerCase() === name.toLowerCase()))
