import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { FilledCard } from '../../../card/fill.ts'
import { letterPath } from '../../../card/letter.ts'
import { LockScreen, useClock } from '../../../card/lock-screen.tsx'
import { CARD_PLACES } from '../../../contract/cards/design.ts'

/** The notices of a changed card on a locked phone. */
export function LockStage({
  device,
  filled,
  locale,
}: {
  device: 'apple' | 'google'
  filled: FilledCard
  locale: string
}) {
  const { t } = useTranslation()
  const clock = useClock(locale)
  return (
    <LockScreen
      device={device}
      notifications={noticesOf(filled, device, t)}
      label={t('templates.stage.lock')}
      {...clock}
    />
  )
}

/**
 * The notice that a change of each field would show; an example when no field has one. On Android Google writes the
 * texts.
 */
function noticesOf(filled: FilledCard, device: 'apple' | 'google', t: TFunction) {
  if (device === 'google') {
    return [
      {
        id: 'google',
        title: filled.organisation,
        body: t('phone.google.card_changed', { name: filled.programName }),
        icon: filled.images.programLogo ?? letterPath(filled.organisation, filled.colours.background),
        when: t('templates.stage.now'),
      },
    ]
  }
  const icon = filled.images.icon ?? letterPath(filled.organisation, filled.colours.background)
  const notices = CARD_PLACES.flatMap((place) => {
    const field = filled.fields[place]
    if (!field || !field.changeMessage.includes('%@')) return []
    return [
      {
        id: place,
        title: filled.organisation,
        body: field.changeMessage.replaceAll('%@', field.value),
        icon,
        when: t('templates.stage.now'),
      },
    ]
  })
  return notices.length > 0
    ? notices
    : [
        {
          id: 'message',
          title: filled.organisation,
          body: t('templates.stage.exampleMessage'),
          icon,
          when: t('templates.stage.now'),
        },
      ]
}
