/** iiko through its cloud: guests, their bonus wallet and their categories, of one organization. */
import { z } from 'zod'
import type { Connector } from '../connector.ts'
import { optionalText, requiredText, serverAddress } from '../setting-fields.ts'
import { openIikoClient } from './client.ts'
import { IIKO_ABILITIES, iikoAmounts, iikoVerbs } from './verbs.ts'

export const connector: Connector = {
  name: 'iiko-transport',
  settings: z.object({
    server: serverAddress('https://api-ru.iiko.services'),
    login: requiredText({ kind: 'secret', label: 'apiLogin' }),
    organizationId: optionalText({ kind: 'text', label: 'organization' }, 100),
    bonusProgram: optionalText({ kind: 'text', label: 'program' }, 100),
  }),
  abilities: IIKO_ABILITIES,
  amounts: iikoAmounts,
  readsAtOnce: 1,
  pace: { perSecond: 4, burst: 1, scope: 'account' },

  open: ({ settings, http, groups }) => iikoVerbs(openIikoClient(settings, http), settings, groups),
}
