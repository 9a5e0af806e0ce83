/** A made-up client for the sample card beside a form. */
import { valuesOf } from '../../../card/values.ts'
import type { Language } from '../../../contract/limits.ts'

const PEOPLE: Readonly<Record<Language, readonly [string, string]>> = {
  en: ['Anna', 'Smith'],
  cz: ['Anna', 'Nováková'],
  de: ['Anna', 'Schmidt'],
  ru: ['Анна', 'Смирнова'],
}

export function sampleValues(lang: Language): Record<string, string> {
  const [name, surname] = PEOPLE[lang]
  return valuesOf({
    name,
    surname,
    email: 'anna@example.com',
    tel: '',
    balanceMinor: 32_000,
    bonusMinor: 12_000,
    discountHundredths: 500,
    promoCode: '',
    inviteCode: 'K7M2Q9XA',
    cardNumber: 412,
    cardTrack: '',
    crmUpdatedAt: null,
    extra: {},
  })
}
