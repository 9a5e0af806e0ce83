/** An A4 poster for the counter: the QR code, the card's name, a short instruction. Only for print. */
import i18next from 'i18next'
import { createPortal } from 'react-dom'
import { tagOf } from '../../../words/words.ts'
import type { Language } from '../../../contract/limits.ts'
import { loadWordsIn } from '../../base/words.ts'
import { Barcode } from '../../../card/barcode.tsx'
import classes from './poster.module.css'

export type PosterText = { title: string; steps: string; note: string; label: string }

type PosterProps = { cardName: string; url: string; text: PosterText; lang: Language }

/** Beside the app in the body: on paper everything else is hidden. */
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

/** The poster is in the language of the form, not in that of the user who prints it. */
export async function posterText(lang: Language, url: string): Promise<PosterText> {
  await loadWordsIn(lang, ['forms'])
  const t = i18next.getFixedT(tagOf(lang))
  return {
    title: t('forms.qr.posterTitle', { url }),
    steps: t('forms.qr.posterSteps', { url }),
    note: t('forms.qr.posterNote', { url }),
    label: t('forms.qr.label', { url }),
  }
}
