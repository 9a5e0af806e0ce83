/**
 * A business whose own programs call our API: they read and write clients with a key of the account, and we call
 * nobody.
 */
import { z } from 'zod'
import { NO_ABILITIES, type Connector } from '../connector.ts'

export const connector: Connector = {
  name: 'self',
  settings: z.object({}),
  // They are reported by calls, as events of a client.
  abilities: { ...NO_ABILITIES, purchases: 'read' },
  amounts: () => ({ balance: 'none', bonus: 'none', discount: 'none', stepMinor: 1 }),
  readsAtOnce: 1,
  pace: { perSecond: 1, burst: 1, scope: 'account' },
  open: () => ({
    checkLogin: async () => ({}),
    checkProgram: async () => undefined,
    search: async () => [],
    create: async ({ id }) => ({ crmId: id }),
    update: async () => true,
    read: async () => [],
  }),
}
