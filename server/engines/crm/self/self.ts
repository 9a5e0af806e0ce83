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
  readsAtOnce: 1,
  gapMs: 0,
  open: () => ({
    checkLogin: async () => ({}),
    checkProgram: async () => undefined,
    find: async () => null,
    write: async ({ client }) => ({ crmId: client.crmId ?? client.id }),
    read: async () => [],
  }),
}
