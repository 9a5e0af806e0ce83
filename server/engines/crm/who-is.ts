/** Who is who: which of the people that a system found is our client. One place decides for every system. */
import type { SyncDoubt } from '../../../contract/business/crm-sync.ts'
import { samePhone } from './amounts.ts'
import type { Found, Known } from './connector.ts'

type Doubt = Exclude<SyncDoubt, 'phone_taken'>
export type Match =
  | { kind: 'same'; found: Found }
  | { kind: 'none'; isCardTaken: boolean }
  | { kind: 'doubt'; doubt: Doubt; found: readonly Found[] }

/**
 * The id of the system decides, then the phone. A card number or an email counts only where phones do not contradict:
 * both sides number their cards, and families share an address. What is in doubt is for a person to decide.
 */
export function whoIs(known: Known, candidates: readonly Found[]): Match {
  const people = [...new Map(candidates.map((one) => [one.crmId, one])).values()]
  const linked = people.find((one) => one.crmId === known.crmId)
  if (linked) return decide([linked])
  const ofPhone = people.filter((one) => samePhone(one.tel, known.tel))
  const ofCard = people.filter((one) => sameCard(one.cardNumber, known.cardNumber))
  if (ofPhone.length > 0) return decide(ofPhone.length > 1 ? narrow(ofPhone, ofCard) : ofPhone)
  const isNobodyElse = (one: Found) => known.tel === '' || one.tel === ''
  const others = [...ofCard, ...people.filter((one) => sameEmail(one, known))].filter(isNobodyElse)
  if (others.length > 0) return decide([...new Set(others)])
  return { kind: 'none', isCardTaken: ofCard.length > 0 }
}

function decide(found: readonly Found[]): Match {
  const [one, ...more] = found
  if (!one || more.length > 0) return { kind: 'doubt', doubt: 'several', found }
  return one.isCompany ? { kind: 'doubt', doubt: 'company', found } : { kind: 'same', found: one }
}

/** Of several with one phone, the one who has our card number too. */
function narrow(ofPhone: readonly Found[], ofCard: readonly Found[]): readonly Found[] {
  const both = ofPhone.filter((one) => ofCard.includes(one))
  return both.length === 1 ? both : ofPhone
}

const plainNumber = (card: string) => card.replace(/^0+(?=.)/, '')
const sameCard = (one: string, other: string) => one !== '' && plainNumber(one) === plainNumber(other)
const sameEmail = (one: Found, known: Known) =>
  known.email !== '' && one.person.email?.toLowerCase() === known.email.toLowerCase()
