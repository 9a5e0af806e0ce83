/** Prints what each CRM exchanges, as its connector declares it: `npm run connectors`. */
import { CRM_THINGS, type CrmAbility } from '../contract/business/integration.ts'
import { connectorOf, titleOf } from '../server/engines/crm/crm.ts'
import { SYSTEMS } from '../server/engines/crm/names.ts'

const SIGNS: Readonly<Record<CrmAbility, string>> = { none: '–', read: 'in', write: 'out', both: 'both' }

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

console.log(line(['system', ...CRM_THINGS]))
console.log(line(['---', ...CRM_THINGS.map(() => '---')]))
for (const name of Object.keys(SYSTEMS)) {
  const connector = connectorOf(name)
  const cells = CRM_THINGS.map((thing) => (connector ? SIGNS[connector.abilities[thing]] : ''))
  console.log(line([titleOf(name) + (connector ? '' : ' (not available yet)'), ...cells]))
}
