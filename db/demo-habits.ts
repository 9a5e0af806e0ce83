/** How people live with each business of the demo: when they come, what they buy, what they get. */
import type { LinkKind } from '../contract/people/form-links.ts'
import type { Utm } from '../server/people/growth/growth.ts'

/** Amounts are in minor units. */
type Ware = { text: string; amountMinor: number; weight: number }

export type Habits = {
  /** People with a card. */
  people: number
  /** 1: as many join at the beginning as at the end; above it, more at the end. */
  growth: number
  shareOfWomen: number
  /** Hours of a Moscow day in which people come: from the first, until the second begins. */
  hours: readonly [number, number]
  /** How busy each day is, from Monday. */
  week: readonly number[]
  /** Shares of people, and after how many days they come again. */
  kinds: readonly (readonly [share: number, days: number])[]
  wares: readonly Ware[]
  /** Points for purchases in hundredths of a percent; null: there are none. */
  rate: number | null
  /** Bought with points, in hundredths. */
  prizes: readonly { cost: number; reason: string }[]
  /** Given by hand. */
  gifts: readonly { amount: number; reason: string }[]
  /** One of so many pays in advance; null: nobody. */
  prepaid: { every: number; amounts: readonly number[]; topUp: string; paid: string } | null
  /** A discount after so many purchases, in hundredths of a percent. */
  discounts: readonly { purchases: number; discount: number; reason: string }[]
  tills: readonly string[]
  /** Where people learn of the form; the last one is no source. */
  origins: readonly { weight: number; utm: Utm | null; link?: LinkKind }[]
  /** Sent so many days ago, at an hour in Moscow. */
  campaigns: readonly { daysAgo: number; hour: number; name: string; message: string }[]
}

export const COFFEE: Habits = {
  people: 176,
  growth: 1.65,
  shareOfWomen: 0.55,
  hours: [8, 21],
  week: [1, 1, 1.05, 1.1, 1.35, 0.9, 0.6],
  kinds: [
    [0.12, 5],
    [0.3, 15],
    [0.58, 40],
  ],
  wares: [
    { text: 'Flat white', amountMinor: 4_00, weight: 9 },
    { text: 'Espresso and croissant', amountMinor: 6_00, weight: 6 },
    { text: 'Two cappuccinos', amountMinor: 9_00, weight: 5 },
    { text: 'Breakfast', amountMinor: 14_00, weight: 4 },
    { text: 'Filter coffee, cheesecake', amountMinor: 8_00, weight: 4 },
    { text: 'Beans, 250 g', amountMinor: 12_00, weight: 3 },
    { text: 'Beans, 1 kg', amountMinor: 38_00, weight: 1 },
  ],
  rate: 100_00,
  prizes: [{ cost: 100_00, reason: 'Flat white for 100 points' }],
  gifts: [
    { amount: 5_00, reason: 'Sorry for the wait' },
    { amount: 10_00, reason: 'Brought back the cup' },
    { amount: 15_00, reason: 'Photo of the month' },
  ],
  prepaid: { every: 9, amounts: [20_00, 50_00], topUp: 'Top-up at the till', paid: 'Paid from the balance' },
  discounts: [],
  tills: ['Main Street 5', 'River Quay 12'],
  origins: [
    { weight: 5, utm: { source: 'instagram', medium: 'story' } },
    { weight: 7, utm: null, link: 'poster' },
    { weight: 4, utm: null, link: 'table' },
    { weight: 2, utm: { source: 'newsletter', medium: 'email' } },
    { weight: 3, utm: null },
  ],
  campaigns: [
    campaign(286, 12, 'Card owners’ week', 'Hi {cardholder}, this week your card doubles as a cake voucher.'),
    campaign(247, 11, 'Spring menu', 'Rhubarb cake and cold brew are back, {cardholder}.'),
    campaign(205, 12, 'Terrace is open', 'The terrace is open, {cardholder}. The first espresso there is on us.'),
    campaign(171, 11, 'New on River Quay', 'We now roast on River Quay 12. Come and see, {cardholder}.'),
    campaign(128, 13, 'Iced coffee week', 'Iced filter for the price of a small one, all week.'),
    campaign(93, 11, 'Back from holiday?', '{cardholder}, your points have waited for you: {bonus}.'),
    campaign(64, 12, 'Pumpkin season', 'Pumpkin cake is here. Your first slice is on us this week.'),
    campaign(36, 12, 'Ethiopian harvest', 'New beans from Sidamo, {cardholder}. Taste them at the bar for free.'),
    campaign(16, 11, 'Rainy days', 'Rain outside? Today every hot chocolate comes with a cookie.'),
    campaign(4, 12, 'Advent blend', 'Our Advent blend is roasted, {cardholder}. Card owners get it first.'),
  ],
}

export const SALON: Habits = {
  people: 84,
  growth: 1.4,
  shareOfWomen: 0.86,
  hours: [10, 19],
  week: [0, 1, 1, 1.2, 1.5, 1.3, 0],
  kinds: [
    [0.3, 18],
    [0.45, 34],
    [0.25, 70],
  ],
  wares: [
    { text: 'Schnitt und Föhnen', amountMinor: 58_00, weight: 6 },
    { text: 'Schnitt und Farbe', amountMinor: 124_00, weight: 4 },
    { text: 'Maniküre', amountMinor: 39_00, weight: 4 },
    { text: 'Gesichtspflege', amountMinor: 82_00, weight: 2 },
    { text: 'Pflegeöl', amountMinor: 24_00, weight: 2 },
  ],
  rate: null,
  prizes: [],
  gifts: [],
  prepaid: null,
  discounts: [
    { purchases: 2, discount: 3_00, reason: 'Zweiter Besuch' },
    { purchases: 4, discount: 5_00, reason: 'Vierter Besuch' },
    { purchases: 7, discount: 10_00, reason: 'Stammkundin' },
  ],
  tills: ['Empfang'],
  origins: [
    { weight: 6, utm: { source: 'instagram', medium: 'bio' } },
    { weight: 5, utm: null, link: 'cashier' },
    { weight: 2, utm: { source: 'google', medium: 'maps' } },
    { weight: 2, utm: null },
  ],
  campaigns: [
    campaign(240, 11, 'Frühlingsfarben', 'Neue Farben sind da, {cardholder}. Beratung ist kostenlos.'),
    campaign(170, 12, 'Sommerpflege', 'Sonne, Salz, Chlor: Im Juli gibt es die Kur zum halben Preis.'),
    campaign(101, 11, 'Freie Termine im Herbst', 'Für Sie halten wir Samstage frei, {cardholder}.'),
    campaign(45, 12, 'Maniküre zu zweit', 'Bringen Sie eine Freundin mit: Die zweite Maniküre zahlen wir.'),
    campaign(9, 11, 'Termine vor Weihnachten', 'Noch sind Termine vor Weihnachten frei, {cardholder}.'),
  ],
}

export const HOTEL: Habits = {
  people: 72,
  growth: 1.3,
  shareOfWomen: 0.5,
  hours: [9, 22],
  week: [0.8, 0.8, 0.9, 1, 1.5, 1.3, 1],
  kinds: [
    [0.2, 30],
    [0.8, 75],
  ],
  wares: [
    { text: 'Номер, одна ночь', amountMinor: 6_400_00, weight: 5 },
    { text: 'Номер, две ночи', amountMinor: 12_800_00, weight: 4 },
    { text: 'Люкс, выходные', amountMinor: 21_000_00, weight: 1 },
    { text: 'Ужин в ресторане', amountMinor: 3_200_00, weight: 3 },
    { text: 'Баня и чай', amountMinor: 4_500_00, weight: 2 },
  ],
  rate: 5_00,
  prizes: [{ cost: 1_000_00, reason: 'Повышение категории номера' }],
  gifts: [{ amount: 300_00, reason: 'Поздний заезд' }],
  prepaid: null,
  discounts: [],
  tills: ['Стойка приёма'],
  origins: [
    { weight: 5, utm: null, link: 'cashier' },
    { weight: 3, utm: { source: 'booking', medium: 'email' } },
    { weight: 2, utm: { source: 'vk', medium: 'post' } },
    { weight: 2, utm: null },
  ],
  campaigns: [
    campaign(190, 12, 'Белые ночи', '{cardholder}, в июне поздний выезд для вас бесплатно.'),
    campaign(88, 12, 'Осень у озера', 'Три ночи по цене двух до конца месяца, {cardholder}.'),
    campaign(12, 13, 'Новый год', 'Ёлка наряжена, {cardholder}. Гостям с картой скидка на праздничный ужин.'),
  ],
}

function campaign(daysAgo: number, hour: number, name: string, message: string) {
  return { daysAgo, hour, name, message }
}
