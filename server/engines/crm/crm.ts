/** The connectors that are there: a folder beside this file each, with a file of the same name. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CrmAbilities, CrmField } from '../../../contract/business/integration.ts'
import type { Connector, FieldMeta, Settings } from './connector.ts'
import { SYSTEMS, type SystemName } from './names.ts'

async function readFolders(): Promise<Connector[]> {
  const names = readdirSync(import.meta.dirname).filter((name) =>
    existsSync(join(import.meta.dirname, name, `${name}.ts`)),
  )
  const files = names.map(async (name) => (await import(`./${name}/${name}.ts`)) as { connector: Connector })
  return (await Promise.all(files)).map(({ connector }) => connector)
}

export const CONNECTORS: readonly Connector[] = await readFolders()

export const connectorOf = (name: string): Connector | undefined => CONNECTORS.find((one) => one.name === name)

export const titleOf = (name: string): string => SYSTEMS[name as SystemName]?.title ?? name

/** The fields of a connector's form, from its settings. */
export function fieldsOf(connector: Connector): CrmField[] {
  return Object.entries(connector.settings.shape).map(([name, shape]) => {
    const { kind, label = null, preset = '', options = [], shownIf } = shape.meta() as FieldMeta
    return {
      name,
      kind,
      label,
      preset,
      options: [...options],
      isRequired: !shape.safeParse('').success,
      shownIf: shownIf ? { field: shownIf.field, values: [...shownIf.values] } : null,
    }
  })
}

export const abilitiesOf = (connector: Connector, settings: Settings): CrmAbilities =>
  connector.abilitiesWith?.(settings) ?? connector.abilities
