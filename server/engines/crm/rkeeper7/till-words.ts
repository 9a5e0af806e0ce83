/** What a cashier reads on the till, in the language of the restaurant. */
export const LANGUAGES = ['ru', 'en'] as const

type Words = {
  unknownCard: string
  tooLittle: (hasMinor: number) => string
  tooMuch: string
  limited: string
  away: string
  unreadable: string
}

const major = (minor: number) => (minor / 100).toFixed(2)

const WORDS: Readonly<Record<(typeof LANGUAGES)[number], Words>> = {
  ru: {
    unknownCard: 'Карта не найдена',
    tooLittle: (hasMinor) => `Недостаточно средств на карте: ${major(hasMinor)}`,
    tooMuch: 'Слишком большая сумма на карте',
    limited: 'Карты временно не обслуживаются. Обратитесь к администратору',
    away: 'Система карт временно недоступна. Повторите',
    unreadable: 'Запрос кассы не распознан',
  },
  en: {
    unknownCard: 'Card not found',
    tooLittle: (hasMinor) => `Not enough on the card: ${major(hasMinor)}`,
    tooMuch: 'The amount on the card would be too large',
    limited: 'Cards can’t be used at the moment. Ask the manager',
    away: 'The card system can’t be reached. Try again',
    unreadable: 'The till’s request can’t be read',
  },
}

export const wordsOf = (language: string | undefined): Words => WORDS[language === 'en' ? 'en' : 'ru']
