/** Names of people who do not exist, and telephone numbers that nobody has. */
import type { Language } from '../contract/limits.ts'

type Names = { female: readonly string[]; male: readonly string[]; last: readonly (readonly [string, string])[] }
const same = (...names: readonly string[]) => names.map((name) => [name, name] as const)

const EN: Names = {
  female: words('Anna Clara Emma Grace Ida Kate Mia Olivia Ruby Nora Zoe Alice Hazel Ivy Jane Lucy Martha Violet'),
  male: words('Ben David Felix Henry Jack Leo Noah Paul Adam Oscar Theo Max Arthur Hugo Sam Toby Victor Walter'),
  last: same(
    ...words(
      'Baker Carter Dawson Ellis Foster Gibson Harper Irving Jordan Keller Lowell Marsh Norton Osborne Palmer Quinn ' +
        'Rowe Sutton Turner Underwood Vance Whitaker Yates Ashby Bramley Colby Denham Everett Fairley Grantham',
    ),
  ),
}
const DE: Names = {
  female: words('Anja Carla Eva Greta Ilse Katrin Mareike Nele Paula Silke Ulrike Vera Wiebke Lena Hanna Jule Ronja'),
  male: words('Bernd Dieter Franz Hans Jonas Lukas Moritz Niklas Olaf Peter Rainer Stefan Timo Uwe Matthias'),
  last: same(
    ...words(
      'Adler Becker Claas Dorn Eckert Fuchs Graf Hahn Jung Kestner Lindner Maurer Nolte Oswald Pohl Richter Seidel ' +
        'Thiele Ulmer Vogt Winkler Zander Ahrens Brandt Cordes',
    ),
  ),
}
const RU: Names = {
  female: words('Анна Вера Дарья Жанна Кира Мария Нина Ольга Полина Раиса Софья Таисия Ульяна Элина Юлия'),
  male: words('Борис Глеб Егор Игорь Лев Матвей Николай Олег Пётр Роман Степан Тимур Фёдор Эдуард Яков'),
  last: [
    ...words('Белов Волков Гусев Дроздов Жуков Зимин Ильин Лазарев Миронов Носов Орлов Панин Рябов Суворин Тихонов'),
    ...words('Уваров Фролов Чернов Шилов Яшин'),
  ].map((name) => [`${name}а`, name] as const),
}

function words(text: string): string[] {
  return text.split(' ')
}

const NAMES: Readonly<Record<Language, Names>> = { en: EN, de: DE, ru: RU, cz: EN }

export type Person = { name: string; surname: string; sex: 'female' | 'male' }

/** @param roll a number below the given one */
export function inventPerson(lang: Language, shareOfWomen: number, roll: (sides: number) => number): Person {
  const { female, male, last } = NAMES[lang]
  const isWoman = roll(100) < shareOfWomen * 100
  const first = isWoman ? female : male
  const [her, his] = last[roll(last.length)] ?? ['', '']
  return { name: first[roll(first.length)] ?? '', surname: isWoman ? her : his, sex: isWoman ? 'female' : 'male' }
}

const padded = (no: number, length: number) => String(no).padStart(length, '0')
/** New York. 555-01xx is kept for fiction in every area code. */
const AREAS = ['212', '332', '347', '646', '718', '917', '929'] as const

/**
 * In the USA and in Germany (017604069000 to 99, Bundesnetzagentur) some numbers are kept for films. Russia has none:
 * there no number of a subscriber begins with a zero after the area code.
 */
export function inventPhone(lang: Language, no: number): string {
  if (lang === 'de') return `+49176040690${padded(no % 100, 2)}`
  if (lang === 'ru') return `+7812000${padded((no * 37) % 10_000, 4)}`
  return `+1${AREAS[Math.floor(no / 100) % AREAS.length]}55501${padded((no * 37) % 100, 2)}`
}
