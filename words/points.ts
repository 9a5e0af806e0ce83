/**
 * The business's own word for points, in the forms that any text can ask for: `{{Points}}` begins a sentence or is a
 * title, `{{somePoints}}` is in one ("Get beans"), `{{ofPoints}}` is counted or belongs to something ("нет зёрен").
 * Other cases would need a grammar lesson in the settings: such sentences are put in another way.
 */
import type { Language } from '../contract/limits.ts'

/** Empty: the usual word of the language. */
export type OwnPoints = { name: string; counted: string }
export type PointsForms = { Points: string; somePoints: string; ofPoints: string }

/** A name or an abbreviation keeps its capitals, and so does a German noun. */
function withinSentence(lang: Language, name: string): string {
  const [first = '', ...rest] = name
  const tail = rest.join('')
  return lang === 'de' || tail !== tail.toLowerCase() ? name : first.toLowerCase() + tail
}

/** @param usual the word of the language in each form */
export function pointsForms(lang: Language, usual: PointsForms, own: OwnPoints): PointsForms {
  const name = own.name.trim()
  return {
    Points: name || usual.Points,
    somePoints: name ? withinSentence(lang, name) : usual.somePoints,
    ofPoints: own.counted.trim() || (name ? withinSentence(lang, name) : usual.ofPoints),
  }
}
