import { Button, Group, Text, TextInput } from '@mantine/core'
import { IconCurrentLocation, IconMapPinPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Token } from '../../parts/token-input/tokens.ts'
import { degreesText, latitudeOf, longitudeOf, pairOf, type Spot } from './coordinates.ts'
import { FindSpot } from './find-spot.tsx'
import { type PlaceDraft, type PlaceFault, POINT_NAME_MAX } from './point-draft.ts'
import { PointText } from './point-text.tsx'
import classes from './points.module.css'

type PlaceFormProps = {
  place: PlaceDraft
  /** Shown after a refused try to save; an invalid coordinate is an error immediately. */
  fault: PlaceFault
  onChange: (part: Partial<PlaceDraft>) => void
  isPicking: boolean
  onPicking: (isPicking: boolean) => void
  tokens: readonly Token[]
  isDisabled: boolean
  hasAddressSearch: boolean
}

/** One place: its name, its coordinates and its text. */
export function PlaceForm({
  place,
  fault,
  onChange,
  isPicking,
  onPicking,
  tokens,
  isDisabled,
  hasAddressSearch,
}: PlaceFormProps) {
  const { t } = useTranslation()
  const [isLost, setIsLost] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => {
    name.current?.focus({ preventScroll: true })
  }, [])
  const put = ({ latitude, longitude }: Spot) =>
    onChange({ latitude: degreesText(latitude), longitude: degreesText(longitude) })
  /** Both coordinates pasted into one field fill both fields. */
  const type = (part: 'latitude' | 'longitude', text: string) => {
    const pair = pairOf(text)
    if (pair) put(pair)
    else onChange({ [part]: text })
  }
  const wrong = (part: 'latitude' | 'longitude') => {
    const isRead = (part === 'latitude' ? latitudeOf : longitudeOf)(place[part]) !== null
    if (isRead || (place[part].trim() === '' && !fault[part])) return undefined
    return t(place[part].trim() === '' ? 'pushes.points.nowhere' : `pushes.points.wrong.${part}`)
  }
  const locate = () => {
    setIsLost(false)
    if (!('geolocation' in navigator)) return setIsLost(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => put(coords),
      () => setIsLost(true),
      { enableHighAccuracy: true, timeout: 15_000 },
    )
  }
  return (
    <>
      <TextInput
        ref={name}
        label={t('pushes.points.name')}
        description={t('pushes.points.nameHint')}
        placeholder={t('pushes.points.namePlaceholder')}
        value={place.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        maxLength={POINT_NAME_MAX}
        error={fault.name && t('refusals.fields.required')}
        autoComplete="off"
      />
      <FindSpot
        hasAddressSearch={hasAddressSearch}
        onSpot={(spot, found) => {
          put(spot)
          if (found !== '' && place.name.trim() === '') onChange({ name: found.slice(0, POINT_NAME_MAX) })
        }}
      />
      <div className={classes.pair}>
        {(['latitude', 'longitude'] as const).map((part) => (
          <TextInput
            key={part}
            label={t(`pushes.points.${part}`)}
            placeholder={part === 'latitude' ? '50.087465' : '14.421253'}
            value={place[part]}
            onChange={(event) => type(part, event.currentTarget.value)}
            error={wrong(part)}
            inputMode="text"
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </div>
      <Group gap="xs">
        <Button
          variant={isPicking ? 'light' : 'default'}
          aria-pressed={isPicking}
          leftSection={<IconMapPinPlus size={16} aria-hidden="true" />}
          onClick={() => onPicking(!isPicking)}
        >
          {t('pushes.points.pick')}
        </Button>
        <Button variant="default" leftSection={<IconCurrentLocation size={16} aria-hidden="true" />} onClick={locate}>
          {t('pushes.points.locate')}
        </Button>
      </Group>
      <div role="status">
        {isPicking && (
          <Text className="k-small" c="dimmed">
            {t('pushes.points.picking')}
          </Text>
        )}
        {isLost && (
          <Text className="k-small" c="dimmed">
            {t('pushes.points.lost')}
          </Text>
        )}
      </div>
      <PointText
        value={place.text}
        onChange={(text) => onChange({ text })}
        tokens={tokens}
        isDisabled={isDisabled}
        fault={fault.text}
      />
    </>
  )
}
