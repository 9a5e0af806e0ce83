import { Button, Text } from '@mantine/core'
import { IconBookmark, IconPlus } from '@tabler/icons-react'
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedPlace } from '../../../contract/cards/places.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { Loading } from '../../parts/loading.tsx'
import { degreesText, type Spot } from './coordinates.ts'
import type { PointMapProps } from './map/point-map.tsx'
import { hasFault, newPlace, placeFault, spotOf } from './point-draft.ts'
import type { PointsProps } from './points-props.ts'
import { PlaceForm } from './place-form.tsx'
import { readableText } from '../../parts/token-input/tokens.ts'
import { PointRow } from './point-row.tsx'
import classes from './points.module.css'
import { useSavedPlaces } from './places-data.ts'
import { SavedPlaces } from './saved-places.tsx'
import { usePointList } from './use-point-list.ts'

/** Everything works by coordinates too, so a map that does not load is not an error of the page. */
const PointMap = lazy<ComponentType<PointMapProps>>(() =>
  import('./map/point-map.tsx').then(
    (file) => ({ default: file.PointMap }),
    () => ({ default: () => null }),
  ),
)

/** Places of a geo push: on the map, and in a list that can do the same. */
export function PlacesSection({
  draft,
  change,
  limit,
  map,
  hasAddressSearch,
  tokens,
  unknown,
  areFaultsShown,
  isDisabled,
}: PointsProps) {
  const { t } = useTranslation()
  const { places } = draft
  const list = usePointList(places, (next) => change((before) => ({ places: next(before.places) })))
  const [isPicking, setIsPicking] = useState(false)
  const [isListOpen, setIsListOpen] = useState(false)
  const { id: c } = useCabinet()
  const saved = useSavedPlaces(c).data ?? []
  const pins = useMemo(
    () =>
      places.flatMap((place) => {
        const spot = spotOf(place)
        return spot ? [{ key: place.pageKey, name: place.name, ...spot }] : []
      }),
    [places],
  )
  const put = (key: string, { latitude, longitude }: Spot) =>
    list.edit(key, { latitude: degreesText(latitude), longitude: degreesText(longitude) })
  const addSaved = ({ name, latitude, longitude }: SavedPlace) =>
    change((before) => ({
      places: [
        ...before.places,
        { ...newPlace(), name, latitude: degreesText(latitude), longitude: degreesText(longitude) },
      ],
    }))
  const isUsed = (name: string) =>
    places.some((place) => place.name.trim().toLocaleLowerCase() === name.toLocaleLowerCase())
  const open = (key: string | null) => {
    list.setOpen(key)
    setIsPicking(false)
  }
  return (
    <>
      <Suspense fallback={<Loading shapes={[320]} />}>
        <PointMap
          pins={pins}
          chosen={list.open}
          isPicking={isPicking && list.open !== null}
          isDisabled={isDisabled}
          tiles={map}
          onChoose={open}
          onMove={put}
          onPick={(spot) => {
            if (list.open) put(list.open, spot)
            setIsPicking(false)
          }}
        />
      </Suspense>
      <p className={classes.hint}>{t(map ? 'pushes.map.hint' : 'pushes.map.groundHint')}</p>
      {places.length === 0 && <Text c="dimmed">{t('pushes.points.noPlaces')}</Text>}
      <ol className={classes.points} aria-label={t('pushes.points.places')}>
        {places.map((place, i) => {
          const fault = placeFault(place, unknown)
          const spot = spotOf(place)
          return (
            <PointRow
              key={place.pageKey}
              no={i + 1}
              name={place.name}
              text={readableText(place.text, tokens)}
              facts={spot ? `${degreesText(spot.latitude)}, ${degreesText(spot.longitude)}` : ''}
              isOpen={list.open === place.pageKey}
              hasFault={areFaultsShown && hasFault(fault)}
              isDisabled={isDisabled}
              onOpen={() => open(place.pageKey)}
              onClose={() => open(null)}
              onRemove={() => list.remove(place)}
            >
              <PlaceForm
                place={place}
                fault={areFaultsShown ? fault : {}}
                onChange={(part) => list.edit(place.pageKey, part)}
                isPicking={isPicking}
                onPicking={setIsPicking}
                tokens={tokens}
                isDisabled={isDisabled}
                hasAddressSearch={hasAddressSearch}
              />
            </PointRow>
          )
        })}
      </ol>
      <div className={classes.adders}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={isDisabled || places.length >= limit}
          onClick={() => {
            list.add(newPlace())
            setIsPicking(true)
          }}
        >
          {t('pushes.points.addPlace')}
        </Button>
        {saved.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} aria-hidden="true" />}
            disabled={isDisabled}
            onClick={() => setIsListOpen(true)}
          >
            {t('pushes.saved.open', { n: saved.length })}
          </Button>
        )}
      </div>
      {isListOpen && (
        <SavedPlaces
          isUsed={isUsed}
          isFull={places.length >= limit}
          onAdd={addSaved}
          onClose={() => setIsListOpen(false)}
        />
      )}
    </>
  )
}
