import { Button, Group, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconMapPin, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundPlace } from '../../../contract/cards/places.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { Refused } from '../../base/refused.ts'
import { pairOf, type Spot } from './coordinates.ts'
import { readMapLink } from './map-link.ts'
import { findPlaces } from './places-data.ts'
import classes from './points.module.css'

type FindSpotProps = {
  hasAddressSearch: boolean
  /** @param name what the map calls the place; empty if it does not say */
  onSpot: (spot: Spot, name: string) => void
}

type Shown = { text: string; isError: boolean } | null

/** The shortest text that a geocoder is asked for. */
const SEARCH_MIN = 3

/** A link of a map or coordinates, read here; an address too, where the operator has set a geocoder. */
export function FindSpot({ hasAddressSearch, onSpot }: FindSpotProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const [text, setText] = useState('')
  const [shown, setShown] = useState<Shown>(null)
  const [found, setFound] = useState<{ places: FoundPlace[]; attribution: string } | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const take = (spot: Spot, name: string) => {
    onSpot(spot, name)
    setText('')
    setFound(null)
    setShown({ text: t('pushes.find.taken'), isError: false })
  }
  /** @returns whether nothing is left to search for */
  const read = (value: string): boolean => {
    const pair = pairOf(value)
    if (pair) {
      take(pair, '')
      return true
    }
    const link = readMapLink(value)
    if (link === null) return false
    if (link.kind === 'spot') take(link.spot, link.name)
    else setShown({ text: t(link.kind === 'short' ? 'pushes.find.short' : 'pushes.find.noSpot'), isError: true })
    return true
  }
  const type = (value: string) => {
    setText(value)
    setShown(null)
    setFound(null)
    // A link is pasted whole; what is typed letter by letter waits for Enter.
    if (/^(https?:\/\/|geo:)/i.test(value.trim())) read(value)
  }
  const search = async () => {
    const value = text.trim()
    if (value === '' || isBusy || read(value)) return
    if (!hasAddressSearch || value.length < SEARCH_MIN) {
      setShown({ text: t(hasAddressSearch ? 'pushes.find.tooShort' : 'pushes.find.unread'), isError: true })
      return
    }
    setIsBusy(true)
    try {
      const reply = await findPlaces(c, value)
      setFound(reply)
      if (reply.places.length === 0) setShown({ text: t('pushes.find.nothing'), isError: true })
    } catch (error) {
      setShown({ text: error instanceof Refused ? error.message : t('pushes.find.nothing'), isError: true })
    } finally {
      setIsBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void search()
  }
  return (
    <div className={classes.find}>
      <Group gap="xs" align="flex-end">
        <TextInput
          flex="1 1 220px"
          label={t(hasAddressSearch ? 'pushes.find.addressLabel' : 'pushes.find.label')}
          placeholder={t(hasAddressSearch ? 'pushes.find.addressPlaceholder' : 'pushes.find.placeholder')}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => void (text.trim() !== '' && read(text))}
          aria-describedby="find-spot-state"
          leftSection={<IconMapPin size={16} aria-hidden="true" />}
          autoComplete="off"
          spellCheck={false}
        />
        <Button
          variant="default"
          loading={isBusy}
          disabled={text.trim() === ''}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          onClick={() => void search()}
        >
          {t(hasAddressSearch ? 'pushes.find.search' : 'pushes.find.read')}
        </Button>
      </Group>
      <div role="status" id="find-spot-state">
        <Text className="k-small" c={shown?.isError ? 'var(--k-danger)' : 'dimmed'}>
          {shown?.text ?? t(hasAddressSearch ? 'pushes.find.addressHint' : 'pushes.find.hint')}
        </Text>
      </div>
      {found && found.places.length > 0 && (
        <>
          <ul className={classes.found} aria-label={t('pushes.find.results')}>
            {found.places.map((place) => (
              <li key={`${place.latitude} ${place.longitude} ${place.name}`}>
                <UnstyledButton className={classes.foundPlace} onClick={() => take(place, '')}>
                  {place.name}
                </UnstyledButton>
              </li>
            ))}
          </ul>
          <p className={classes.hint}>{found.attribution}</p>
        </>
      )}
    </div>
  )
}
