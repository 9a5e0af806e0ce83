/** What modules cost: rows that the operator edits. */
import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { Version } from '../page.ts'
import { ModuleId } from '../reach/marketplace.ts'

export const ModulePrice = z.object({
  id: ModuleId,
  /** For thirty days, in minor units; 0: included. */
  priceMinor: z.int(),
  version: Version,
})
export type ModulePrice = z.infer<typeof ModulePrice>

const listModulePrices = call('GET', '/operator/modules', {
  who: 'operator',
  summary: 'List prices of modules',
  description: 'Returns what each module costs for thirty days, in the smallest currency unit.',
  reply: z.array(ModulePrice),
})

export const modulePrices = {
  listModulePrices,
  saveModulePrice: call('PUT', '/operator/modules/{moduleId}', {
    who: 'operator',
    summary: 'Save the price of a module',
    description:
      'Changes what a module costs for thirty days, in the smallest currency unit. Businesses that have it on are ' +
      'charged the new price from the next day. An outdated `version` is refused.',
    keeps: savedIn(listModulePrices, (all, { moduleId }) => all.find(({ id }) => id === moduleId)),
    body: z.object({ priceMinor: z.int().min(0).max(1_000_000_00), version: Version }),
    reply: ModulePrice,
    errors: { module_not_found: 404, version_conflict: 409 },
  }),
}
