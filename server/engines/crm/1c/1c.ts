/**
 * 1C:Enterprise, in one of two ways: by the HTTP service whose source is in `download/`, or, only reading, by the
 * standard OData interface of the platform.
 */
import { z } from 'zod'
import { NO_ABILITIES, type Connector, type FieldMeta } from '../connector.ts'
import { optionalText, ownServer, requiredText, serverAddress } from '../setting-fields.ts'
import { openService } from './service.ts'
import { MAPPED, PRESETS } from './odata/presets.ts'
import { openOdata } from './odata/odata.ts'

const SERVICE = { field: 'mode', values: ['hs'] }
const ODATA = { field: 'mode', values: ['odata'] }
const OWN = { field: 'preset', values: ['own'] }

const choiceOf = <const T extends readonly [string, ...string[]]>(options: T, meta: Omit<FieldMeta, 'kind'>) =>
  z.enum(options, { error: 'required' }).meta({ kind: 'choice', options, preset: options[0], ...meta })

const isRead = (mode: string | undefined) => mode === 'odata'

export const connector: Connector = {
  name: '1c',
  settings: z.object({
    mode: choiceOf(['hs', 'odata'], {}),
    server: serverAddress(),
    login: requiredText({ kind: 'text', label: 'login' }),
    password: optionalText({ kind: 'secret', label: 'password' }),
    apiKey: optionalText({ kind: 'secret', shownIf: SERVICE }),
    organizationId: optionalText({ kind: 'text', label: 'organization', shownIf: SERVICE }),
    bonusProgram: optionalText({ kind: 'text', label: 'program', shownIf: SERVICE }),
    inquiry: optionalText({ kind: 'text', label: 'inquiry', shownIf: SERVICE }),
    preset: z
      .enum(['', ...PRESETS, 'own'])
      .default('')
      .meta({ kind: 'choice', options: [...PRESETS, 'own'], preset: PRESETS[0], shownIf: ODATA } satisfies FieldMeta),
    ...(Object.fromEntries(
      MAPPED.map(({ name, isEntity }) => [
        name,
        optionalText({ kind: isEntity ? 'choice' : 'text', shownIf: OWN }, 120),
      ]),
    ) as Record<(typeof MAPPED)[number]['name'], ReturnType<typeof optionalText>>),
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
  abilitiesWith: ({ mode }) =>
    isRead(mode) ? { ...NO_ABILITIES, people: 'read', bonus: 'read' } : connector.abilities,
  amounts: ({ mode }) =>
    isRead(mode)
      ? { balance: 'none', bonus: 'read', discount: 'none', stepMinor: 1 }
      : { balance: 'both', bonus: 'both', discount: 'both', stepMinor: 1 },
  customFields: ({ mode }) => (isRead(mode) ? 'none' : 'made'),
  readsAtOnce: 1,
  // Every call may take a licence of the platform, and many bases stand on one small server.
  pace: { perSecond: 2, burst: 1, scope: 'address' },
  timeoutMs: 90_000,
  open: ({ settings, http, fields }) =>
    isRead(settings.mode) ? openOdata(settings, http) : openService(settings, http, fields),
}
