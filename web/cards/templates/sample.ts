/** The person whose card the editor draws while the cabinet has no client, or none is chosen. */
import { type CardHolder, valuesOf } from '../../../card/values.ts'
import type { Client } from '../../../contract/people/clients.ts'
import type { Variable } from '../../../contract/cards/variables.ts'

/** @param words name and promo code in the language of the cabinet */
export function samplePerson(words: { name: string; surname: string; promo: string }): CardHolder {
  return {
    name: words.name,
    surname: words.surname,
    email: 'anna@example.com',
    tel: '+49 151 23456789',
    balanceMinor: 1_250_00,
    bonusMinor: 320_00,
    discountHundredths: 7_00,
    promoCode: words.promo,
    inviteCode: 'K7M2Q9XA',
    cardNumber: 412,
    cardTrack: '2200000004121',
    crmUpdatedAt: '2026-11-20T09:00:00Z',
    extra: {},
  }
}

export function holderOf(client: Client): CardHolder {
  return { ...client, crmUpdatedAt: null }
}

/** Values of all variables on a card: the person's own, else the template's default, else the cabinet's. */
export function sampleValues(
  holder: CardHolder,
  own: readonly Variable[],
  templateDefaults: Readonly<Record<string, string>>,
): Record<string, string> {
  const defaults = Object.fromEntries(
    own.filter((variable) => !variable.isSystem).map((variable) => [variable.name, variable.defaultValue]),
  )
  const given = Object.fromEntries(Object.entries(templateDefaults).filter(([, value]) => value !== ''))
  return valuesOf(holder, { ...defaults, ...given })
}
