/** Calls of the places that a business keeps for all its pushes. */
import { useTranslation } from 'react-i18next'
import { places, type SavedPlace } from '../../../contract/cards/places.ts'
import { queryClient, readKey, readOptions, useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'
import { undoToast } from '../../parts/undo-toast.tsx'

export function useSavedPlaces(c: number) {
  return useRead(places.listPlaces, { params: { c } })
}

/** Removed on the screen first; on the server when the toast is gone. */
export function useRemovePlace(c: number): (place: SavedPlace) => void {
  const { t } = useTranslation()
  const remove = useWrite(places.removePlace, { refresh: [places.listPlaces] })
  const key = readKey(places.listPlaces, { params: { c } })
  return (gone) => {
    const before = queryClient.getQueryData<SavedPlace[]>(key) ?? []
    queryClient.setQueryData<SavedPlace[]>(
      key,
      before.filter((place) => place.id !== gone.id),
    )
    undoToast({
      message: t('pushes.points.removed', { name: gone.name }),
      commit: () => void remove.ask({ params: { c, placeUuid: gone.id } }),
      undo: () => queryClient.setQueryData(key, before),
    })
  }
}

/** Asked once a search, never while somebody types: geocoders forbid that. */
export function findPlaces(c: number, text: string) {
  return queryClient.fetchQuery(readOptions(places.findPlaces, { params: { c }, query: { text } }))
}
