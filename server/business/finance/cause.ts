/** What a movement was booked for, read from its reference. Pure. */
import type { Transaction } from '../../../contract/business/finance.ts'
import type { TransactionRow } from './sql.ts'

type Booked = Pick<TransactionRow, 'event' | 'reference' | 'amount_minor'>
type Cause = Pick<Transaction, 'cause' | 'subject'>

const NOTHING: Cause = { cause: null, subject: '' }

/** References begin with a word; the number of what it names follows. */
export const WELCOME = 'welcome'
export const INVITED = 'invited'
export const TAKEN_BACK = 'back'
export const PAYOUT = 'payout'

const partsOf = (reference: string | null) => (reference ?? '').split('/')

function causeOfBonus([first = '', second = '', third = '']: string[]): Cause {
  if (first === WELCOME) return { cause: 'welcome', subject: third }
  if (first === INVITED) return { cause: 'invited', subject: '' }
  if (first === TAKEN_BACK) return { cause: 'taken_back', subject: second === INVITED ? '' : third }
  return second === '' ? NOTHING : { cause: 'period', subject: second }
}

export function causeOf({ event, reference, amount_minor: amount }: Booked): Cause {
  const parts = partsOf(reference)
  const [first = '', subject = ''] = parts
  if (event === 'bonus') return causeOfBonus(parts)
  if ((event === 'top_up' || event === 'refund') && subject !== '')
    return { cause: first === 'bill' ? 'bill' : 'card', subject }
  if (event === 'partner_share' && first === PAYOUT)
    return { cause: amount > 0 ? 'share_earned' : 'share_paid', subject }
  return NOTHING
}
