import { SegmentedControl, Select } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApplePass } from '../../../card/apple-face.tsx'
import { applePassViewOf } from '../../../card/apple-pass.ts'
import type { FacePartName } from '../../../card/face-part.tsx'
import { type FilledCard, fillCard } from '../../../card/fill.ts'
import { GooglePass } from '../../../card/google-face.tsx'
import { googlePassViewOf } from '../../../card/google-pass.ts'
import { type ControlName, controlOf, partOf } from './controls.ts'
import { useEditor } from './editor-context.tsx'
import classes from './templates.module.css'

// Sides that are not shown at first are loaded when they are opened.
const LockStage = lazy(() => import('./lock-stage.tsx').then((file) => ({ default: file.LockStage })))
const ApplePassBack = lazy(() =>
  import('../../../card/apple-back.tsx').then((file) => ({ default: file.ApplePassBack })),
)
const GooglePassBack = lazy(() =>
  import('../../../card/google-back.tsx').then((file) => ({ default: file.GooglePassBack })),
)

export type Device = 'apple' | 'google' | 'both'
export type Side = 'front' | 'back' | 'lock'

type StageProps = {
  active: ControlName | null
  side: Side
  onSide: (side: Side) => void
  /** A part of the card was clicked: its control. */
  onControl: (name: ControlName) => void
  /** The chosen client, or empty for the built-in sample person. */
  person: string
  people: readonly { value: string; label: string }[]
  onPerson: (id: string) => void
  locale: string
  /** One phone at a time: there is no room for two. */
  isNarrow: boolean
}

/** The card on both phones: its front, its back, and on the lock screen. */
export function Stage({ active, side, onSide, onControl, person, people, onPerson, locale, isNarrow }: StageProps) {
  const { t } = useTranslation()
  const { draft, values, imageUrl } = useEditor()
  const [chosen, setChosen] = useState<Device>('both')
  const device = isNarrow && chosen === 'both' ? 'apple' : chosen
  const filled = useMemo(() => fillCard(draft.design, values, imageUrl), [draft.design, values, imageUrl])
  const devices: Device[] = isNarrow ? ['apple', 'google'] : ['apple', 'google', 'both']
  const shown = device === 'both' ? (['apple', 'google'] as const) : [device]
  return (
    <div className={classes.stage}>
      <div className={classes.stageBar}>
        <SegmentedControl
          size="sm"
          aria-label={t('templates.stage.device')}
          value={device}
          onChange={(value) => setChosen(value as Device)}
          data={devices.map((value) => ({ value, label: t(`templates.stage.${value}`) }))}
        />
        <SegmentedControl
          size="sm"
          aria-label={t('templates.stage.side')}
          value={side}
          onChange={(value) => onSide(value as Side)}
          data={(['front', 'back', 'lock'] as const).map((value) => ({ value, label: t(`templates.stage.${value}`) }))}
        />
        <Select
          size="sm"
          className={classes.person}
          aria-label={t('templates.stage.person')}
          data={[
            {
              value: '',
              label: t('templates.stage.sample', {
                name: `${t('templates.sample.name')} ${t('templates.sample.surname')}`,
              }),
            },
            ...people,
          ]}
          value={person}
          onChange={(value) => onPerson(value ?? '')}
          allowDeselect={false}
          searchable={people.length > 7}
        />
      </div>
      <div className={classes.cards} data-count={shown.length} data-side={side}>
        {shown.map((one) => (
          <figure key={one} className={one === 'apple' ? classes.apple : classes.google}>
            <Face
              device={one}
              side={side}
              filled={filled}
              highlight={active === null ? null : partOf(active, one)}
              onPart={(part) => onControl(controlOf(part, one))}
              locale={locale}
            />
            <figcaption>{t(`templates.stage.${one}`)}</figcaption>
          </figure>
        ))}
      </div>
      {device !== 'apple' && side === 'front' && (
        <p className={classes.stageNote}>{t('templates.stage.googleColours')}</p>
      )}
      {device !== 'apple' && side === 'lock' && (
        <p className={classes.stageNote}>{t('templates.stage.googleNotices')}</p>
      )}
    </div>
  )
}

type FaceProps = {
  device: 'apple' | 'google'
  side: Side
  filled: FilledCard
  highlight: FacePartName | null
  onPart: (part: FacePartName) => void
  locale: string
}

function Face({ device, side, filled, highlight, onPart, locale }: FaceProps) {
  const { t } = useTranslation()
  const labels = Object.fromEntries(
    PARTS.map((part) => [part, t('templates.stage.editPart', { part: t(`templates.parts.${part}`) })]),
  )
  const common = { highlight, onPartClick: onPart, partLabels: labels }
  if (side === 'front') {
    return device === 'apple' ? (
      <ApplePass view={applePassViewOf(filled)} className="k-lifted" {...common} />
    ) : (
      <GooglePass view={googlePassViewOf(filled)} className={classes.lifted} {...common} />
    )
  }
  if (side === 'back') {
    return (
      <div
        className={classes.screen}
        tabIndex={0}
        role="region"
        aria-label={`${t(`templates.stage.${device}`)}: ${t('templates.stage.back')}`}
      >
        <Suspense fallback={null}>
          {device === 'apple' ? (
            <ApplePassBack
              view={applePassViewOf(filled)}
              words={{
                automaticUpdates: t('templates.stage.updates'),
                allowNotifications: t('templates.stage.notices'),
                remove: t('templates.stage.removePass'),
              }}
              onPartClick={onPart}
            />
          ) : (
            <GooglePassBack
              view={googlePassViewOf(filled)}
              words={{
                messages: t('templates.stage.messages'),
                details: t('templates.stage.details'),
                remove: t('templates.stage.remove'),
              }}
              onPartClick={onPart}
            />
          )}
        </Suspense>
      </div>
    )
  }
  return (
    <div className={`${classes.screen} ${classes.lock}`}>
      <Suspense fallback={null}>
        <LockStage device={device} filled={filled} locale={locale} />
      </Suspense>
    </div>
  )
}

const PARTS: readonly FacePartName[] = [
  'logo',
  'cover',
  'top',
  'center',
  'left',
  'right',
  'barcode',
  'organisation',
  'programName',
  'programLogo',
  'hero',
  'back',
]
