/** What a card payment may be, and its fee to the cent. Pure. */

export const PAYMENT_MIN_MINOR = 39_00
export const PAYMENT_MAX_MINOR = 10_000_00
/** Months of the plan that can be paid at once. */
export const PAYMENT_PERIODS = [1, 3, 6, 12] as const
/** So many months paid at once bring one more as a bonus. */
export const BONUS_PERIOD = 12
/** So many months paid at once bring promo codes or offers without charge for so many days, where they have a price. */
export const GIFT_PERIOD = 3
/** And so many the module of Telegram. */
export const TELEGRAM_GIFT_PERIOD = 6
export const GIFT_DAYS = 30
const FEE_PER_MILLE = 29

/** 2.9 % of the amount that is credited, half a cent up; the payer pays it on top. */
export const feeOf = (amountMinor: number): number => Math.floor((amountMinor * FEE_PER_MILLE + 500) / 1000)
