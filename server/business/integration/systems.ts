/** The systems of the gallery: those that can be connected, then those that can be asked for. */
import type { Integration } from '../../../contract/business/integration.ts'
import type { App } from '../../base/app.ts'
import { NO_ABILITIES } from '../../engines/crm/connector.ts'
import { connectorOf, fieldsOf } from '../../engines/crm/crm.ts'
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
    }
  })
  .toSorted((one, other) => Number(other.isReady) - Number(one.isReady))

/** A system that is connected, not asked for. */
export const isReady = (name: string): boolean =>
  GALLERY.some((one) => one.isReady && [one.name, one.title].some((text) => text.toLowerCase() === name.toLowerCase()))

/** With how each is entered on this installation. */
export const systemsOf = ({ env }: App): System[] =>
  GALLERY.map((one) => {
    const isByConsent = connectorOf(one.name)?.access !== undefined
    return { ...one, consent: !isByConsent ? 'none' : one.name in env.crmApplications ? 'ready' : 'own' }
  })
