/** A message as it comes in the chat with the bot of the business; our own drawing. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { tagOf } from '../../../words/words.ts'
import { useLanguage } from '../../base/words.ts'
import classes from './chat-preview.module.css'

type ChatPreviewProps = {
  /** The text as a client reads it: variables already filled. */
  text: string
  business: string
  /** Under the chat: whose data fills it. */
  children?: ReactNode
}

export function ChatPreview({ text, business, children }: ChatPreviewProps) {
  const { t } = useTranslation()
  const lang = useLanguage()
  const time = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : tagOf(lang), { hour: '2-digit', minute: '2-digit' })
  return (
    <div className={classes.stage}>
      {/* A long message scrolls, and contains nothing that can be focused. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.chat} role="group" aria-label={t('pushes.preview.chatLabel')} tabIndex={0}>
        <div className={classes.head}>{business}</div>
        <div className={classes.bubble}>
          <span>{text.trim() === '' ? t('pushes.preview.placeholder') : text}</span>
          <span className={classes.time} aria-hidden="true">
            {time.format(new Date())}
          </span>
        </div>
      </div>
      {children && <p className={classes.note}>{children}</p>}
    </div>
  )
}
