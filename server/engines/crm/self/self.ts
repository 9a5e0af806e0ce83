/**
 * A business whose own programs call our API: they read and write clients with a key of the account, and we call
 * nobody.
 */
import { z } from 'zod'
import type { Connector } from '../connector.ts'

export const self: Connector = {
  name: 'self',
  title: 'SELF',
  group: 'own',
  settings: z.object({}),
  abilities: { writes: false, reads: false, categories: false },
  amounts: () => ({ balance: 'none', bonus: 'none', discount: 'none', stepMinor: 1 }),
  readsAtOnce: 1,
  gapMs: 0,
  open: () => ({
    checkLogin: async () => ({}),
    checkProgram: async () => undefined,
    search: async () => [],
    create: async ({ id }) => ({ crmId: id }),
    update: async () => true,
    read: async () => [],
  }),
}
