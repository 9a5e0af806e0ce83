/** The systems of the gallery: those that can be connected, then those that can be asked for. */
import type { Integration } from '../../../contract/business/integration.ts'
import type { App } from '../../base/app.ts'
import { NO_ABILITIES, type Settings } from '../../engines/crm/connector.ts'
import { abilitiesOf, connectorOf, fieldsOf } from '../../engines/crm/crm.ts'
import { SYSTEMS } from '../../engines/crm/names.ts'

type System = Integration['systems'][number]

const GALLERY: Omit<System, 'consent'>[] = Object.entries(SYSTEMS)
  .map(([name, shown]) => {
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

/** A system that is connected, not asked for. */
export const isReady = (name: string): boolean =>
  GALLERY.some((one) => one.isReady && [one.name, one.title].some((text) => text.toLowerCase() === name.toLowerCase()))

type Connected = { type: string; settings: Settings } | undefined

/** With how each is entered on this installation. The connected one does what its settings let it do. */
export const systemsOf = ({ env }: App, row: Connected): System[] =>
  GALLERY.map((one) => {
    const connector = connectorOf(one.name)
    const consent = !connector?.access ? 'none' : one.name in env.crmApplications ? 'ready' : 'own'
    if (row?.type !== one.name || !connector?.abilitiesWith) return { ...one, consent }
    const customFields = connector.customFields?.(row.settings) ?? 'none'
    return { ...one, consent, abilities: { ...abilitiesOf(connector, row.settings) }, customFields }
  })
