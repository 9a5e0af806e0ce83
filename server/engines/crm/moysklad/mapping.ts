/** A counterparty of MoySklad as a client and back. Points are whole ones; the personal discount is only read. */
import { dayOf, phoneOf } from '../amounts.ts'
import type { Client, Found } from '../connector.ts'
import type { Counterparty } from './client.ts'

export function foundOf(one: Counterparty): Found {
  const percent = Math.max(...(one.discounts ?? []).map(({ personalDiscount }) => personalDiscount ?? 0), -1)
  const [first = '', ...rest] = (one.name ?? '').trim().split(/\s+/)
  return {
    crmId: one.id,
    tel: phoneOf(one.phone),
    cardNumber: one.discountCardNumber ?? '',
    person: {
      name: one.legalFirstName || first,
      surname: one.legalLastName || rest.join(' '),
      middlename: one.legalMiddleName ?? '',
      email: one.email ?? '',
      birthday: dayOf(one.birthDate),
      sex: one.sex === 'MALE' ? 'male' : one.sex === 'FEMALE' ? 'female' : null,
    },
    // A personal discount is only sent after it was changed once for that buyer.
    amounts: {
      bonusMinor: Math.round((one.bonusPoints ?? 0) * 100),
      ...(percent >= 0 && { discountHundredths: Math.round(percent * 100) }),
    },
  }
}

/** @param known absent fields stay as they are in MoySklad */
export function counterpartyOf(client: Client, program: object | null, known: Counterparty | null): object {
  const name = `${client.name} ${client.surname}`.trim()
  return {
    name: name || known?.name || client.tel || client.cardNumber,
    companyType: 'individual',
    legalFirstName: client.name,
    legalLastName: client.surname,
    legalMiddleName: client.middlename,
    ...(client.tel && { phone: client.tel }),
    ...(client.email && { email: client.email }),
    ...(client.birthday && { birthDate: `${client.birthday} 00:00:00` }),
    ...(client.sex && { sex: client.sex === 'male' ? 'MALE' : 'FEMALE' }),
    ...(!known?.discountCardNumber && { discountCardNumber: client.cardNumber }),
    ...(!known && { externalCode: client.id }),
    ...(program && !known?.bonusProgram && { bonusProgram: program }),
  }
}

/** Spellings a phone may have been typed in: MoySklad keeps them unchanged. */
export function phoneSpellings(tel: string): string[] {
  const digits = tel.replace(/\D/g, '')
  const [, area, a, b, c] = /^7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(digits) ?? []
  return area ? [digits.slice(-10), `(${area}) ${a}-${b}-${c}`, `${area} ${a}-${b}-${c}`] : [digits.slice(-9)]
}
