/** The three businesses of the demo: what they are called and how their cards look. */
import type { Design } from '../contract/cards/design.ts'
import type { GeoPoint } from '../contract/cards/places.ts'
import type { CardType, Language, Theme } from '../contract/limits.ts'
import type { Daily } from '../server/reach/triggers/past.ts'
import { COFFEE, type Habits, HOTEL, SALON } from './demo-habits.ts'

export type Shop = {
  domain: string
  /** What is drawn as its logo. */
  sign: 'cup' | 'flower' | 'star'
  habits: Habits
  triggers: readonly { name: string; daily: Daily; message: string }[]
  /** Money that came in, so many days ago, in minor units. */
  topUps: readonly (readonly [daysAgo: number, amountMinor: number])[]
  isAgent?: true
  /** Domain of the business whose code it came with. */
  invitedBy?: string
  name: string
  type: CardType
  lang: Language
  theme: Theme
  tariff: 'expert' | 'advanced'
  formKey: string
  cardName: string
  colours: Design['colours']
  accent: string
  fields: Design['fields']
  back: Design['back']
  barcode: Design['barcode']['type']
  push: { name: string; message: string }
  /** A second design with a form of its own, valid for so many days; some clients have both cards. */
  second?: { cardName: string; formKey: string; colours: Design['colours']; days: number }
  /** Appears on phones near the shop's places. */
  near?: { name: string; message: string; geoPoints: GeoPoint[] }
}

const field = (label: string, value: string, changeMessage = '') => ({ label, value, changeMessage })

export const SHOPS: readonly Shop[] = [
  {
    domain: 'coffee-lab',
    sign: 'cup',
    habits: COFFEE,
    triggers: [
      {
        name: 'Birthday gift',
        daily: { activation: 'birthday', daysToBirthday: 3 },
        message: 'Happy birthday soon, {cardholder}. Your flat white is on us all week.',
      },
      {
        name: 'A week with the card',
        daily: { activation: 'create', daysAfterCreate: 7 },
        message: 'A week with us, {cardholder}. You have {bonus} points already.',
      },
    ],
    topUps: [
      [299, 600_00],
      [190, 600_00],
      [70, 750_00],
    ],
    isAgent: true,
    name: 'Coffee Lab',
    type: 'bonus',
    lang: 'en',
    theme: 'day_sand',
    tariff: 'expert',
    formKey: 'welcome',
    cardName: 'Coffee Lab Bonus',
    colours: { background: '#2b1d14', text: '#ffffff', title: '#e8c9a0' },
    accent: '#c98b4b',
    barcode: 'qr',
    fields: {
      top: field('Card', '{cardnumber}'),
      center: field('points', '{bonus}', 'You now have %@ points'),
      left: field('Name', '{cardholder}'),
      right: field('Balance', '{balance}', 'Your balance is now %@'),
    },
    back: {
      fields: [
        { label: 'How it works', value: 'One point for each euro. 100 points are a flat white on us.' },
        { label: 'Bring a friend', value: 'Your code: {invitecode}. You get 5 points, your friend gets 3.' },
        { label: 'Where', value: 'Main Street 5, daily 7:30–19:00' },
      ],
      links: [
        { uri: 'https://coffee-lab.example/menu', text: 'Menu' },
        { uri: 'tel:+420212345678', text: 'Call us' },
      ],
    },
    push: { name: 'Friday −20 %', message: 'Hi {cardholder}, today every filter coffee is 20 % off.' },
    second: {
      cardName: 'Coffee Lab Roastery',
      formKey: 'roastery',
      colours: { background: '#23402f', text: '#ffffff', title: '#bfe0c8' },
      days: 365,
    },
    near: {
      name: 'Coffee around the corner',
      message: 'Coffee Lab is around the corner, {cardholder}. Show this card.',
      geoPoints: [
        { name: 'Main Street 5', latitude: 50.08804, longitude: 14.42076, text: '' },
        {
          name: 'River Quay 12',
          latitude: 50.07512,
          longitude: 14.41391,
          text: 'The roastery on the quay smells of fresh beans today.',
        },
      ],
    },
  },
  {
    domain: 'salon-vera',
    sign: 'flower',
    habits: SALON,
    triggers: [
      {
        name: 'Geburtstag',
        daily: { activation: 'birthday', daysToBirthday: 7 },
        message: 'Bald ist Ihr Tag, {cardholder}. Eine Pflege schenken wir Ihnen dazu.',
      },
    ],
    topUps: [
      [299, 400_00],
      [160, 500_00],
      [12, 150_00],
    ],
    invitedBy: 'coffee-lab',
    name: 'Salon Vera',
    type: 'discount',
    lang: 'de',
    theme: 'night',
    tariff: 'advanced',
    formKey: 'karte',
    cardName: 'Vera Karte',
    colours: { background: '#5b2245', text: '#ffffff', title: '#f3c6dd' },
    accent: '#d9759f',
    barcode: 'code128',
    fields: {
      top: field('Nr.', '{cardnumber}'),
      center: field('Ihr Rabatt', '{discount} %', 'Ihr Rabatt beträgt jetzt %@'),
      left: field('Name', '{cardholder}'),
      right: null,
    },
    back: {
      fields: [{ label: 'Öffnungszeiten', value: 'Di–Sa 9–18 Uhr' }],
      links: [{ uri: 'https://salon-vera.example', text: 'Termin buchen' }],
    },
    push: { name: 'Freie Termine', message: 'Morgen sind um 14 und 16 Uhr noch Termine frei.' },
  },
  {
    domain: 'hotel-sever',
    sign: 'star',
    habits: HOTEL,
    triggers: [
      {
        name: 'После первого дня',
        daily: { activation: 'create', daysAfterCreate: 1 },
        message: '{cardholder}, как вам у нас? Ответьте на стойке приёма, и мы начислим бонусы.',
      },
      {
        name: 'День рождения',
        daily: { activation: 'birthday', daysToBirthday: 5 },
        message: 'Скоро ваш день рождения, {cardholder}. Десерт в ресторане за наш счёт.',
      },
    ],
    topUps: [
      [299, 500_00],
      [125, 400_00],
    ],
    name: 'Отель «Север»',
    type: 'standard',
    lang: 'ru',
    theme: 'night_blue',
    tariff: 'advanced',
    formKey: 'gost',
    cardName: 'Карта гостя',
    colours: { background: '#0f3050', text: '#ffffff', title: '#9fd0f5' },
    accent: '#3f9bdc',
    barcode: 'qr',
    fields: {
      top: field('Карта', '{cardnumber}'),
      center: field('бонусов', '{bonus}', 'Теперь у вас %@ бонусов'),
      left: field('Гость', '{cardholder}'),
      right: null,
    },
    back: {
      fields: [{ label: 'Стойка приёма', value: 'Круглосуточно' }],
      links: [{ uri: 'tel:+78120000000', text: 'Позвонить' }],
    },
    push: { name: 'Завтрак в подарок', message: '{cardholder}, при бронировании до воскресенья завтрак в подарок.' },
  },
]
