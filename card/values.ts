/**
 * Texts of a client's variables, as cards show them. Amounts come in minor units, discounts in hundredths of a percent.
 */
import { moneyText, pointsText } from '../contract/figures.ts'

export type CardHolder = {
  name: string
  surname: string
  email: string
  tel: string
  balanceMinor: number
  bonusMinor: number
  discountHundredths: number
  promoCode: string
  /** The client's own code for friends. */
  inviteCode?: string
  cardNumber: number
  cardTrack: string
  crmUpdatedAt: string | null
  extra: Readonly<Record<string, string>>
}

/** Of cards alone: another space would be a change of the value, and news on every phone. */
const CARD_SPACE = '\u00A0'

/** `125000` → `1 250.00` with no-break spaces: two decimals, thousands by space, in every language. */
export const money = (minor: number): string => moneyText(minor, CARD_SPACE)

const points = (minor: number, hasDecimals: boolean): string => pointsText(minor, hasDecimals, CARD_SPACE)

/** `525` → `5.25`, `500` → `5`: a percent without needless zeros. */
export function percent(hundredths: number): string {
  return (hundredths / 100).toFixed(2).replace(/\.?0+$/, '')
}

/** `412` → `000412`: a card number as people read it. */
export function cardNumberText(cardNumber: number): string {
  return cardNumber.toString().padStart(6, '0')
}

/**
 * @param defaults the cabinet's own variables and their default values
 * @param hasPointDecimals whether the business shows its points with decimals
 */
export function valuesOf(
  holder: CardHolder,
  defaults: Readonly<Record<string, string>> = {},
  hasPointDecimals = false,
): Record<string, string> {
  return {
    ...defaults,
    ...Object.fromEntries(Object.entries(holder.extra).filter(([, value]) => value !== '')),
    cardholder: `${holder.name} ${holder.surname}`.trim(),
    balance: money(holder.balanceMinor),
    bonus: points(holder.bonusMinor, hasPointDecimals),
    discount: percent(holder.discountHundredths),
    cardnumber: cardNumberText(holder.cardNumber),
    cardtrack: holder.cardTrack,
    email: holder.email,
    promo: holder.promoCode,
    invitecode: holder.inviteCode ?? '',
    phone: holder.tel,
    crmupdate_date: holder.crmUpdatedAt?.slice(0, 10) ?? '',
  }
}
