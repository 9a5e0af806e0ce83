/** iiko through the older API of iikoCard: guests, their bonus wallet and their categories, of one organization. */
import { z } from 'zod'
import type { Connector } from '../connector.ts'
import { IIKO_ABILITIES, iikoAmounts, iikoVerbs } from '../iiko-transport/verbs.ts'
import { optionalText, requiredText, serverAddress } from '../setting-fields.ts'
import { openIikoCardClient } from './client.ts'

export const connector: Connector = {
  name: 'iiko-card',
  settings: z.object({
    server: serverAddress('https://iiko.biz:9900'),
    login: requiredText({ kind: 'text', label: 'login' }),
    password: requiredText({ kind: 'secret', label: 'password' }),
    organizationId: optionalText({ kind: 'text', label: 'organization' }, 100),
    bonusProgram: optionalText({ kind: 'text', label: 'program' }, 100),
  }),
  abilities: IIKO_ABILITIES,
  amounts: iikoAmounts,
  readsAtOnce: 1,
  // Its limits are not published.
  pace: { perSecond: 3, burst: 1, scope: 'account' },
  ports: [9900],

  open: ({ settings, http, groups }) => iikoVerbs(openIikoCardClient(settings, http), settings, groups),
}
