import { describe, expect, it } from 'vitest'
import { isNameOfOthers } from './protected-names.ts'

const OWN = ['Kartoteka', 'Czech Bank']

describe('a name of others', () => {
  it.each([
    'PayPal',
    'PayPal Security',
    'Pay Pal',
    'P a y P a l',
    'ΡayΡal',
    'РауРаl',
    'PayPa1',
    'PAYPAI',
    'Googlе Wallet',
    'rnicrosoft',
    'Apple',
    'Apple Support',
    'The Amazon Team',
    'DHL',
    'Сбербанк',
    'Служба безопасности Сбербанк',
    'Česká spořitelna',
    'Ceska sporitelna',
    'Kartoteka',
    'Kartoteka Support',
    'Kаrtоtеkа',
    'czech-bank',
  ])('is seen in %s', (name) => {
    expect(isNameOfOthers(name, OWN)).toBe(true)
  })

  it.each([
    'Apple Tree Café',
    'Amazon Spa',
    'Visa Virtanen',
    'Chase Miller',
    'Wise Owl Books',
    'Coffee Lab',
    'Anna Nováková',
    'Иван Петров',
    'Мир пиццы',
    'Studio Iris',
    'Office Coffee',
    'Support Group',
  ])('is not seen in %s', (name) => {
    expect(isNameOfOthers(name, OWN)).toBe(false)
  })
})
