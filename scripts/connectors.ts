/** Prints what each CRM exchanges and how fast it is asked, as its connector declares it: `npm run connectors`. */
import { CRM_THINGS, type CrmAbility } from '../contract/business/integration.ts'
import { connectorOf, titleOf } from '../server/engines/crm/crm.ts'
import { SYSTEMS } from '../server/engines/crm/names.ts'

const SIGNS: Readonly<Record<CrmAbility, string>> = { none: '–', read: 'in', write: 'out', both: 'both' }

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const PACE = ['calls a second', 'burst', 'open at once', 'counted by']

console.log(line(['system', ...CRM_THINGS, ...PACE]))
console.log(line(['---', ...CRM_THINGS.map(() => '---'), ...PACE.map(() => '---')]))
for (const name of Object.keys(SYSTEMS)) {
  const connector = connectorOf(name)
  const cells = CRM_THINGS.map((thing) => (connector ? SIGNS[connector.abilities[thing]] : ''))
  const { perSecond, burst, atOnce, scope } = connector?.pace ?? {}
  const pace = connector ? [perSecond, burst, atOnce ?? '–', scope] : PACE.map(() => '')
  console.log(line([titleOf(name) + (connector ? '' : ' (not available yet)'), ...cells, ...pace.map(String)]))
}
