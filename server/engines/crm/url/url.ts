/** An address of the business itself, which answers in the protocol that `readme.md` describes. */
import { z } from 'zod'
import { NO_ABILITIES, type Connector } from '../connector.ts'
import { optionalText, ownServer, serverAddress } from '../setting-fields.ts'
import { openUrlClient } from './client.ts'
import { openVerbs } from './verbs.ts'

export const connector: Connector = {
  name: 'url',
  settings: z.object({
    server: serverAddress(),
    login: optionalText({ kind: 'text', label: 'login' }),
    password: optionalText({ kind: 'secret', label: 'passwordOrKey' }),
    secret: optionalText({ kind: 'secret', label: 'signingSecret' }),
    organizationId: optionalText({ kind: 'text', label: 'organization' }),
    bonusProgram: optionalText({ kind: 'text', label: 'program' }),
    bonusWallet: optionalText({ kind: 'text', label: 'wallet' }),
    inquiry: optionalText({ kind: 'text', label: 'inquiry' }),
    ...ownServer,
  }),
  abilities: {
    ...NO_ABILITIES,
    people: 'both',
    balance: 'both',
    bonus: 'both',
    discount: 'both',
    purchases: 'read',
    import: 'read',
  },
  amounts: () => ({ balance: 'both', bonus: 'both', discount: 'both', stepMinor: 1 }),
  customFields: () => 'made',
  readsAtOnce: 1,
  // Both are promised in the description that the business builds by.
  pace: { perSecond: 5, burst: 1, atOnce: 4, scope: 'address' },
  open: ({ settings, http, fields }) => openVerbs(openUrlClient(settings, http), fields, settings.inquiry),
}
