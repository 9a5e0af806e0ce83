/** The three businesses of the demo: what they are called and how their cards look. */
import type { Design } from '../contract/cards/design.ts'
import type { GeoPoint } from '../contract/cards/places.ts'
import type { CardType, Language, Theme } from '../contract/limits.ts'

export type Shop = {
  domain: string
  isAgent?: true
  name: string
  type: CardType
  lang: Language
  theme: Theme
  tariff: 'expert' | 'advanced'
  formKey: string
  clients: number
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
    isAgent: true,
    name: 'Coffee Lab',
    type: 'bonus',
    lang: 'en',
    theme: 'day_sand',
    tariff: 'expert',
    formKey: 'welcome',
    clients: 48,
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
    name: 'Salon Vera',
    type: 'discount',
    lang: 'de',
    theme: 'night',
    tariff: 'advanced',
    formKey: 'karte',
    clients: 24,
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
    name: 'Отель «Север»',
    type: 'standard',
    lang: 'ru',
    theme: 'night_blue',
    tariff: 'advanced',
    formKey: 'gost',
    clients: 18,
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
