/** A4 for the counter: the code, the card's name, three words of how. Drawn only for the printer. */
import { createPortal } from 'react-dom'
import { sayIn, tagOf } from '../../../words/words.ts'
import type { Language } from '../../../contract/limits.ts'
import { Barcode } from '../../../card/barcode.tsx'
import classes from './poster.module.css'

export type PosterText = { title: string; steps: string; note: string; label: string }

type PosterProps = { cardName: string; url: string; text: PosterText; lang: Language }

/** Stands beside the app in the body: on paper everything else is hidden. */
export function Poster({ cardName, url, text, lang }: PosterProps) {
  return createPortal(
    <div className={classes.poster} lang={tagOf(lang)} aria-hidden="true">
      <h1>{text.title}</h1>
      <p className={classes.card}>{cardName}</p>
      <div className={classes.code}>
        <Barcode type="qr" message={url} label={text.label} />
      </div>
      <p className={classes.steps}>{text.steps}</p>
      <p className={classes.note}>{text.note}</p>
      <p className={classes.url}>{url.replace(/^https?:\/\//, '')}</p>
    </div>,
    document.body,
  )
}

const LOAD: Readonly<Record<Language, () => Promise<object>>> = {
  en: () => import('../../../words/en/people/forms.json'),
  cz: () => import('../../../words/cz/people/forms.json'),
  de: () => import('../../../words/de/people/forms.json'),
  ru: () => import('../../../words/ru/people/forms.json'),
}

/** The poster speaks the language of the form, not that of who prints it. */
export async function posterText(lang: Language, url: string): Promise<PosterText> {
  const words = await LOAD[lang]()
  const say = (key: string) => sayIn(words, lang, key, { url })
  return {
    title: say('qr.posterTitle'),
    steps: say('qr.posterSteps'),
    note: say('qr.posterNote'),
    label: say('qr.label'),
  }
}
