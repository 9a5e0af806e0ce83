/** The supported CRMs, in the order of the gallery. Only finished ones are listed. */
import type { CrmField } from '../../../contract/business/integration.ts'
import type { Connector, FieldMeta } from './connector.ts'
import { iikoTransport } from './iiko-transport/iiko-transport.ts'
import { moysklad } from './moysklad/moysklad.ts'
import { self } from './self/self.ts'
import { url } from './url/url.ts'

export const CONNECTORS: readonly Connector[] = [iikoTransport, moysklad, self, url]

export const connectorOf = (name: string): Connector | undefined => CONNECTORS.find((one) => one.name === name)

/** The fields of a connector's form, from its settings. */
export function fieldsOf(connector: Connector): CrmField[] {
  return Object.entries(connector.settings.shape).map(([name, shape]) => {
    const { kind, label, preset = '' } = shape.meta() as FieldMeta
    return { name, kind, label, preset, isRequired: !shape.safeParse('').success }
  })
}
