/** The places that a business keeps: put into this push, or removed from the list. */
import { Button, ActionIcon, Drawer, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedPlace } from '../../../contract/cards/places.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import { degreesText } from './coordinates.ts'
import { useRemovePlace, useSavedPlaces } from './places-data.ts'
import classes from './points.module.css'

/** Fewer than these are seen at a glance. */
const SEARCH_FROM = 8

type SavedPlacesProps = {
  /** Is a place with this name in the push already? */
  isUsed: (name: string) => boolean
  /** No further place fits on a card. */
  isFull: boolean
  onAdd: (place: SavedPlace) => void
  onClose: () => void
}

export function SavedPlaces({ isUsed, isFull, onAdd, onClose }: SavedPlacesProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const read = useSavedPlaces(c)
  const remove = useRemovePlace(c)
  const [search, setSearch] = useState('')
  const list = read.data
  const wanted = search.trim().toLocaleLowerCase()
  const shown = list?.filter((place) => place.name.toLocaleLowerCase().includes(wanted))
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('pushes.saved.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <Text c="dimmed">{t('pushes.saved.lead')}</Text>
        {!list && <Unread read={read} shapes={[48, 48, 48]} />}
        {list && list.length >= SEARCH_FROM && (
          <TextInput
            label={t('pushes.saved.search')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
        {list?.length === 0 && <Text c="dimmed">{t('pushes.saved.empty')}</Text>}
        {list && list.length > 0 && shown?.length === 0 && <Text c="dimmed">{t('pushes.saved.noMatch')}</Text>}
        {shown && shown.length > 0 && (
          <ul className={classes.points}>
            {shown.map((place) => (
              <Row
                key={place.id}
                place={place}
                isUsed={isUsed(place.name)}
                isFull={isFull}
                onAdd={() => onAdd(place)}
                onRemove={() => remove(place)}
              />
            ))}
          </ul>
        )}
        {isFull && <Text className="k-small">{t('pushes.saved.full')}</Text>}
      </Stack>
    </Drawer>
  )
}

type RowProps = { place: SavedPlace; isUsed: boolean; isFull: boolean; onAdd: () => void; onRemove: () => void }

function Row({ place, isUsed, isFull, onAdd, onRemove }: RowProps) {
  const { t } = useTranslation()
  const { name, latitude, longitude } = place
  return (
    <li className={classes.point}>
      <div className={classes.line}>
        <div className={classes.words}>
          <span className={classes.pointName}>{name}</span>
          <span className={classes.facts}>{`${degreesText(latitude)}, ${degreesText(longitude)}`}</span>
        </div>
        <Button
          variant="default"
          size="compact-md"
          disabled={isUsed || isFull}
          leftSection={isUsed ? <IconCheck size={16} aria-hidden="true" /> : <IconPlus size={16} aria-hidden="true" />}
          aria-label={t(isUsed ? 'pushes.saved.isAdded' : 'pushes.saved.addNamed', { name })}
          onClick={onAdd}
        >
          {t(isUsed ? 'pushes.saved.added' : 'pushes.saved.add')}
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('pushes.points.remove', { name })}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
    </li>
  )
}
