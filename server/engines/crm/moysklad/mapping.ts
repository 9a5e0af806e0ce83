/** A counterparty of MoySklad as a client and back. Points are whole ones; the personal discount is only read. */
import { dayOf, phoneOf } from '../amounts.ts'
import type { Client, Found } from '../connector.ts'
import { valuesOf } from './attributes.ts'
import type { Counterparty } from './client.ts'

/** @param program the one of the settings; '' : points are not exchanged */
export function foundOf(one: Counterparty, program: string): Found {
  const percent = Math.max(...(one.discounts ?? []).map(({ personalDiscount }) => personalDiscount ?? 0), -1)
  const [first = '', ...rest] = (one.name ?? '').trim().split(/\s+/)
  // Points of another programme, or without any, are not those that we may move.
  const hasPoints = program !== '' && programOf(one) === program && typeof one.bonusPoints === 'number'
  return {
    crmId: one.id,
    tel: phoneOf(one.phone),
    cardNumber: one.discountCardNumber ?? '',
    ...(isCompany(one) && { isCompany: true as const }),
    person: {
      name: one.legalFirstName || first,
      surname: one.legalLastName || rest.join(' '),
      middlename: one.legalMiddleName ?? '',
      email: one.email ?? '',
      birthday: dayOf(one.birthDate),
      sex: one.sex === 'MALE' ? 'male' : one.sex === 'FEMALE' ? 'female' : null,
    },
    amounts: {
      ...(hasPoints && { bonusMinor: Math.round((one.bonusPoints ?? 0) * 100) }),
      // A personal discount is only sent after it was changed once for that buyer.
      ...(percent >= 0 && { discountHundredths: Math.round(percent * 100) }),
    },
    fields: valuesOf(one.attributes),
  }
}

const isCompany = ({ companyType }: Counterparty) => companyType === 'legal'
/** Id of the programme a buyer belongs to; '' without one. */
export const programOf = ({ bonusProgram }: Counterparty): string => bonusProgram?.meta.href.split('/').at(-1) ?? ''

/** A new buyer. */
export function newCounterparty(client: Client, program: object | null): object {
  return {
    ...knownFields(client),
    name: `${client.name} ${client.surname}`.trim() || client.tel || client.cardNumber,
    companyType: 'individual',
    ...(client.cardNumber && { discountCardNumber: client.cardNumber }),
    externalCode: client.id,
    ...(program && { bonusProgram: program }),
  }
}

/** What changes of a buyer that is there: blanks are left out, and its own card number and programme are kept. */
export function changeOf(client: Client, program: object | null, known: Counterparty): object {
  const name = `${client.name} ${client.surname}`.trim()
  return {
    ...knownFields(client),
    ...(name && { name }),
    ...(!known.discountCardNumber && client.cardNumber && { discountCardNumber: client.cardNumber }),
    ...(program && !known.bonusProgram && { bonusProgram: program }),
  }
}

function knownFields(client: Client): object {
  return {
    ...(client.name && { legalFirstName: client.name }),
    ...(client.surname && { legalLastName: client.surname }),
    ...(client.middlename && { legalMiddleName: client.middlename }),
    ...(client.tel && { phone: client.tel }),
    ...(client.email && { email: client.email }),
    ...(client.birthday && { birthDate: `${client.birthday} 00:00:00` }),
    ...(client.sex && { sex: client.sex === 'male' ? 'MALE' : 'FEMALE' }),
  }
}

/** Spellings a phone may have been typed in: MoySklad keeps them unchanged. */
export function phoneSpellings(tel: string): string[] {
  const digits = tel.replace(/\D/g, '')
  const [, area, a, b, c] = /^7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(digits) ?? []
  return area ? [digits.slice(-10), `(${area}) ${a}-${b}-${c}`, `${area} ${a}-${b}-${c}`] : [digits.slice(-9)]
}
