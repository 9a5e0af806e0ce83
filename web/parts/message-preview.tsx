import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../card/card.css'
import { LockScreen, useClock } from '../../card/lock-screen.tsx'
import { tagOf } from '../../words/words.ts'
import { useLanguage } from '../base/words.ts'
import classes from './message-preview.module.css'

type MessagePreviewProps = {
  /** The text as a client reads it: variables already filled. */
  text: string
  organisation: string
  /** Address of the push icon. */
  icon: string | null
  /** The phone that is shown first. */
  first?: 'apple' | 'google'
  /** For a card that appears near a place: what Android shows then is not known. */
  isNear?: boolean
  /** Under the phones: whose data fills it. */
  children?: ReactNode
}

/**
 * A message on the lock screens of an iPhone and of an Android, where Google words the notification and a tap opens
 * the text.
 */
export function MessagePreview({
  text,
  organisation,
  icon,
  first = 'apple',
  isNear = false,
  children,
}: MessagePreviewProps) {
  const { t } = useTranslation()
  const lang = useLanguage()
  const clock = useClock(lang === 'en' ? 'en-GB' : tagOf(lang))
  const [device, setDevice] = useState(first)
  const shown = text.trim() === '' ? t('pushes.preview.placeholder') : text
  const body = device === 'apple' ? shown : t('phone.google.new_message')
  return (
    <div className={classes.stage}>
      {!isNear && (
        <SegmentedControl
          aria-label={t('pushes.preview.phones')}
          value={device}
          onChange={(value) => setDevice(value as 'apple' | 'google')}
          data={[
            { value: 'apple', label: 'iPhone' },
            { value: 'google', label: 'Android' },
          ]}
        />
      )}
      <div className={classes.screen}>
        <LockScreen
          device={device}
          label={t('pushes.preview.lockLabel')}
          notifications={[
            {
              id: device,
              title: organisation || t('pushes.preview.organisation'),
              body,
              icon,
              when: t('pushes.preview.now'),
            },
          ]}
          {...clock}
        />
      </div>
      {device === 'google' && (
        <div className={classes.opened}>
          <p className={classes.note} style={{ margin: 0 }}>
            {t('pushes.preview.googleNote')}
          </p>
          <div className={classes.sheet}>
            <strong>{organisation || t('pushes.preview.organisation')}</strong>
            {shown}
          </div>
        </div>
      )}
      {children && (
        <p className={classes.note} style={{ margin: 0, textAlign: 'center' }}>
          {children}
        </p>
      )}
    </div>
  )
}
