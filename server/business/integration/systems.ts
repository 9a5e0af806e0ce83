/** The systems of the gallery: those that can be connected, then those that can be asked for. */
import type { Integration } from '../../../contract/business/integration.ts'
import { NO_ABILITIES } from '../../engines/crm/connector.ts'
import { connectorOf, fieldsOf } from '../../engines/crm/crm.ts'
import { SYSTEMS } from '../../engines/crm/names.ts'

type System = Integration['systems'][number]

export const GALLERY: System[] = Object.entries(SYSTEMS)
  .map(([name, shown]): System => {
    const connector = connectorOf(name)
    return {
      name,
      ...shown,
      isReady: connector !== undefined,
      fields: connector ? fieldsOf(connector) : [],
      abilities: { ...(connector?.abilities ?? NO_ABILITIES) },
    }
  })
  .toSorted((one, other) => Number(other.isReady) - Number(one.isReady))

/** A system that is connected, not asked for. */
export const isReady = (name: string): boolean =>
  GALLERY.some((one) => one.isReady && [one.name, one.title].some((text) => text.toLowerCase() === name.toLowerCase()))
