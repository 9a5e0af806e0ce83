/** The draft of a client: texts as they are typed, their values, and what is wrong with them. Pure. */
import type { CardHolder } from '../../../card/values.ts'
import {
  type ClientField,
  type ClientFieldName,
  type ClientFieldValue,
  forClientFields,
  textOfField,
  valueOfField,
} from '../../../contract/people/client-fields.ts'
import { type Client, ClientInput } from '../../../contract/people/clients.ts'
import { type Fault, faultOf } from '../../../contract/field-fault.ts'
import { amountText, hundredthsOf } from '../../base/amount.ts'

export type Draft = Record<ClientFieldName, string> & {
  /** `YYYY-MM-DD` or empty. */
  birthday: string
  sex: '' | 'male' | 'female'
  tel: string
  email: string
  balance: string
  bonus: string
  discount: string
  promoCode: string
  template: string
  extra: Readonly<Record<string, string>>
}

/** By the field of the draft (`extra.car` for extra fields). */
export type Faults = Readonly<Record<string, Fault>>

export function draftOf(client: Client): Draft {
  return {
    ...forClientFields((name) => textOfField(client[name])),
    birthday: client.birthday ?? '',
    sex: client.sex ?? '',
    tel: client.tel,
    email: client.email,
    balance: amountText(client.balanceMinor),
    bonus: amountText(client.bonusMinor, true),
    discount: amountText(client.discountHundredths, true),
    promoCode: client.promoCode,
    template: client.template.id,
    extra: client.extra,
  }
}

/** Fields of the contract whose draft is a text under another name. */
const DRAFT_NAMES: Readonly<Record<string, string>> = {
  balanceMinor: 'balance',
  bonusMinor: 'bonus',
  discountHundredths: 'discount',
}

export const draftFieldOf = (contractPath: string): string => DRAFT_NAMES[contractPath] ?? contractPath

/**
 * The input of the call, or the errors by field.
 * @param isKnown whether a code has its own sentence
 */
export function readDraft(
  draft: Draft,
  version: number,
  isKnown: (code: string) => boolean,
): { input: ClientInput } | { faults: Faults } {
  const { balance, bonus, discount, birthday, sex, ...same } = draft
  const read = ClientInput.safeParse(
    {
      ...same,
      ...forClientFields((name, field) => declaredValue(field, draft[name])),
      version,
      birthday: birthday || null,
      sex: sex || null,
      balanceMinor: amountOf(balance),
      bonusMinor: amountOf(bonus),
      discountHundredths: amountOf(discount),
    },
    { reportInput: true },
  )
  if (read.success) return { input: read.data }
  const faults: Record<string, Fault> = {}
  for (const issue of read.error.issues) {
    const field = draftFieldOf(issue.path.join('.'))
    faults[field] ??= OWN_CODES[field] ? { code: OWN_CODES[field] } : inUnits(field, faultOf(issue, isKnown))
  }
  return { faults }
}

/** A text that has no meaning for the kind of its field is wrong, not missing. */
function declaredValue(field: ClientField, text: string): ClientFieldValue {
  const value = valueOfField(field, text)
  return value === null && text !== '' ? Number.NaN : value
}

/** An empty field is no value; a text that is not an amount is wrong, not missing. */
const amountOf = (text: string) => hundredthsOf(text || '0') ?? Number.NaN

/** Fields with two possible shapes, of which zod only reports that neither matches. */
const OWN_CODES: Readonly<Record<string, string>> = { email: 'email', tel: 'phone', birthday: 'date' }

/** A limit in hundredths, in the units that people type. */
function inUnits(field: string, fault: Fault): Fault {
  if (!fault.detail || !Object.values(DRAFT_NAMES).includes(field)) return fault
  return {
    ...fault,
    detail: Object.fromEntries(Object.entries(fault.detail).map(([name, value]) => [name, value / 100])),
  }
}

/** The client on the card while the form is edited; an amount that cannot be read yet keeps its old value. */
export function holderOf(draft: Draft, client: Client): CardHolder {
  return {
    name: draft.name,
    surname: draft.surname,
    email: draft.email,
    tel: draft.tel || client.typedTel,
    promoCode: draft.promoCode,
    extra: draft.extra,
    balanceMinor: hundredthsOf(draft.balance || '0') ?? client.balanceMinor,
    bonusMinor: hundredthsOf(draft.bonus || '0') ?? client.bonusMinor,
    discountHundredths: hundredthsOf(draft.discount || '0') ?? client.discountHundredths,
    cardNumber: client.cardNumber,
    cardTrack: client.cardTrack,
    inviteCode: client.inviteCode,
    crmUpdatedAt: null,
  }
}

/** What would be saved: an empty extra field is left out. */
export function essenceOf(draft: Draft): unknown {
  return { ...draft, extra: Object.fromEntries(Object.entries(draft.extra).filter(([, value]) => value !== '')) }
}
