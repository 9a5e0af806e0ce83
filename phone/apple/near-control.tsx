import { useSpeech } from '../speech.tsx'
import type { Whereabouts } from './near.ts'

type NearControlProps = {
  places: readonly Whereabouts[]
  at: Whereabouts | null
  onGo: (at: Whereabouts | null) => void
}

/** Emulates where the phone is; shown only when a pass in the wallet has a place. */
export function NearControl({ places, at, onGo }: NearControlProps) {
  const { say } = useSpeech()
  if (places.length === 0) return null
  const chosen = places.findIndex((place) => JSON.stringify(place) === JSON.stringify(at))
  const words = (place: Whereabouts) =>
    'uuid' in place
      ? say('near.beacon', {
          name: [place.uuid.slice(0, 8), place.major, place.minor].filter((part) => part !== null).join(' · '),
        })
      : say('near.place', { name: `${place.latitude}, ${place.longitude}` })
  return (
    <div className="near">
      <label>
        <span>{say('near.title')}</span>
        <select value={chosen} onChange={(event) => onGo(places[Number(event.target.value)] ?? null)}>
          <option value={-1}>{say('near.nowhere')}</option>
          {places.map((place, i) => (
            <option key={words(place)} value={i}>
              {words(place)}
            </option>
          ))}
        </select>
      </label>
      <p>{say('near.note')}</p>
    </div>
  )
}
