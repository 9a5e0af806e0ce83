/** A client in the terms of the protocol and back. */
import { z } from 'zod'
import { dayOf, majorOf, minorOf, phoneOf } from '../amounts.ts'
import { VALUE_KINDS } from '../../../../contract/business/crm-fields.ts'
import type { Amounts, Client, Found, Level, Person } from '../connector.ts'
import { type FieldValues, jsonOfValue, textOfValue, type VendorField } from '../fields.ts'

const Amount = z.union([z.number(), z.string()]).nullish()
const Values = z.record(z.string(), z.unknown()).nullish()
export const Balance = z.object({ bonus: Amount, balance: Amount, discount: Amount, fields: Values })
export const Customer = Balance.extend({
  customerId: z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(100)),
  phone: z.string().nullish(),
  cardNumbers: z.array(z.string()).nullish(),
  name: z.string().nullish(),
  surname: z.string().nullish(),
  middlename: z.string().nullish(),
  email: z.string().nullish(),
  birthday: z.string().nullish(),
  sex: z.string().nullish(),
})

/** A field that the business has beside names, contacts and amounts. */
export const Field = z
  .object({
    id: z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(100)),
    name: z.string().max(200).nullish(),
    kind: z.string().nullish(),
    isWritable: z.boolean().nullish(),
  })
  .transform(({ id, name, kind, isWritable }): VendorField => ({
    id,
    name: name || id,
    kind: VALUE_KINDS.find((one) => one === kind) ?? 'text',
    isWritable: isWritable !== false,
  }))

export const valuesOf = ({ fields }: { fields?: z.infer<typeof Values> }): FieldValues =>
  Object.fromEntries(Object.entries(fields ?? {}).map(([id, value]) => [id, textOfValue(value)]))

export function amountsOf({ bonus, balance, discount }: z.infer<typeof Balance>): Partial<Amounts> {
  const [bonusMinor, balanceMinor, discountHundredths] = [minorOf(bonus), minorOf(balance), minorOf(discount)]
  return {
    ...(bonusMinor !== null && { bonusMinor }),
    ...(balanceMinor !== null && { balanceMinor }),
    ...(discountHundredths !== null &&
      discountHundredths >= 0 &&
      discountHundredths <= 100_00 && { discountHundredths }),
  }
}

/** `1990-05-01`, or `01.05.1990` as older receivers write it. */
const birthdayOf = (text: string | null | undefined) =>
  dayOf((text ?? '').replace(/^(\d{2})\.(\d{2})\.(\d{4})$/, '$3-$2-$1'))

export function foundOf(customer: z.infer<typeof Customer>): Found {
  const person: Partial<Person> = {
    name: customer.name ?? '',
    surname: customer.surname ?? '',
    middlename: customer.middlename ?? '',
    email: customer.email ?? '',
    birthday: birthdayOf(customer.birthday),
  }
  if (customer.sex === 'male' || customer.sex === 'female') person.sex = customer.sex
  return {
    crmId: customer.customerId,
    tel: phoneOf(customer.phone),
    cardNumber: customer.cardNumbers?.[0] ?? '',
    person,
    amounts: amountsOf(customer),
    fields: valuesOf(customer),
  }
}

/** Blanks are left out: they would erase what the business has. */
export function customerOf(client: Client, { discountHundredths }: Level, mapped: readonly VendorField[] = []): object {
  const values = mapped.flatMap(({ id, kind }) => {
    const text = client.fields?.[id] ?? ''
    return text === '' ? [] : [[id, jsonOfValue(kind, text)] as const]
  })
  const facts = {
    customerId: client.crmId,
    name: client.name,
    surname: client.surname,
    middlename: client.middlename,
    phone: client.tel,
    email: client.email,
    birthday: client.birthday,
    promo: client.promoCode,
    link: client.cardUrl,
  }
  return {
    ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value)),
    ...(client.cardNumber && {
      cardNumbers: [client.cardNumber],
      cardTracks: [{ card: client.cardNumber, track: client.cardTrack || client.cardNumber }],
    }),
    extra: { ...(client.sex && { sex: client.sex }), ...(client.promoCode && { promo: client.promoCode }) },
    ...(discountHundredths !== null && { discount: majorOf(discountHundredths) }),
    ...(values.length > 0 && { fields: Object.fromEntries(values) }),
  }
}
