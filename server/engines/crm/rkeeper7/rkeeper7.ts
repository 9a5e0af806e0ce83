/**
 * R-Keeper 7 over FarCards: the cash server asks us for a card and sends what was paid with it. The cards and their
 * amounts are ours; we call nobody. `readme.md` has the sources, and what is not certain.
 */
import { z } from 'zod'
import { NO_ABILITIES, type Connector } from '../connector.ts'
import { optionalText } from '../setting-fields.ts'
import { serve } from './farcards.ts'
import { LANGUAGES } from './till-words.ts'

/** Codes of R-Keeper are 16 bits. */
const CODE_MAX = 65_535
const code = () =>
  optionalText({ kind: 'text' }, 5).refine((text) => text === '' || (/^\d+$/.test(text) && Number(text) <= CODE_MAX), {
    error: 'invalid',
  })

const PAYS = ['bonus', 'balance'] as const

export const connector: Connector = {
  name: 'rkeeper7',
  settings: z.object({
    pays: z.enum(PAYS, { error: 'required' }).meta({ kind: 'choice', options: PAYS, preset: 'bonus' }),
    bonusCode: code(),
    discountCode: code(),
    language: z.enum(LANGUAGES, { error: 'required' }).meta({ kind: 'choice', options: LANGUAGES, preset: 'ru' }),
  }),
  abilities: { ...NO_ABILITIES, purchases: 'read', till: 'read' },
  amounts: () => ({ balance: 'none', bonus: 'none', discount: 'none', stepMinor: 1 }),
  readsAtOnce: 1,
  pace: { perSecond: 1, burst: 1, scope: 'account' },
  serve,
  // Nothing is asked there.
  open: () => ({
    checkLogin: async () => ({}),
    checkProgram: async () => undefined,
    search: async () => [],
    create: async ({ id }) => ({ crmId: id }),
    update: async () => true,
    read: async () => [],
  }),
}
