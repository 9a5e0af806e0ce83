/** Receipts by email, for each payment that was credited. */
import { money } from '../../../card/values.ts'
import { CURRENCY, type Language } from '../../../contract/limits.ts'
import { say } from '../../../words/say.ts'
import { dayText } from '../../base/moment-text.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { queueEmail } from '../../base/mail.ts'
import { describeCabinet, peopleOf, personOf } from '../../platform/cabinets/cabinets.ts'
import { readBalance } from './finance.ts'

export type Receipt = {
  kind: 'payment_receipt' | 'bill_receipt'
  /** Number of the payment or the bill. */
  no: string
  amountMinor: number
  feeMinor: number
  /** Paid for so many months of the plan. */
  months: number | null
  bonusMinor: number
  /** What is still to be paid for a bill. */
  restMinor: number
  /** Who has paid, or made the bill. */
  userId: string | null
  /** Null: that person's own language. */
  lang: Language | null
}

const sum = (minor: number) => `${money(minor)} ${CURRENCY}`

/** In the transaction of the booking. To the person who has paid; to the owner, when that person has left. */
export async function sendReceipt(app: App, db: CabinetDb, receipt: Receipt): Promise<void> {
  const { kind, no, amountMinor, feeMinor, months, bonusMinor, restMinor, userId } = receipt
  const payer = userId === null ? undefined : await personOf(db, userId)
  const to = payer ?? (await peopleOf(db))[0]
  if (!to) return
  // Of somebody else's language nothing is known.
  const lang = (payer && receipt.lang) ?? to.lang
  const { name, domain } = await describeCabinet(db)
  const { line } = await readBalance(app, db)
  const part = (key: string, isThere: boolean, values: Record<string, string | number>) =>
    isThere ? ` ${say(lang, `mails.receipt.${key}`, values)}` : ''
  const until = line.paidUntil === null ? '' : dayText(lang, new Date(`${line.paidUntil}T12:00:00Z`))
  await queueEmail(app, db.tx, {
    to: to.email,
    lang,
    kind,
    values: {
      cabinet: name,
      no,
      amount: sum(amountMinor),
      fee: sum(feeMinor),
      total: sum(amountMinor + feeMinor),
      balance: sum(line.balanceMinor),
      period: part('period', months !== null, { count: months ?? 0 }),
      bonus: part('bonus', bonusMinor > 0, { bonus: sum(bonusMinor) }),
      rest: part('rest', restMinor > 0, { rest: sum(restMinor) }),
      until: part('until', until !== '', { until }),
    },
    link: `${app.publicUrl}/#/${domain}/balance/transactions`,
  })
}
