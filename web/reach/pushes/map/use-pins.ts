/** Pins on the map: a mouse, a finger and the arrow keys move them. */
import L from 'leaflet'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { POINT_RADIUS_M } from '../../../../contract/limits.ts'
import { moved, type Spot } from '../coordinates.ts'
import classes from './point-map.module.css'
import { spotOf } from './use-map.ts'

export type Pin = Spot & { key: string; name: string }

type PinsProps = {
  pins: readonly Pin[]
  /** The place that is being edited. */
  chosen: string | null
  isDisabled: boolean
}

export type PinEvents = {
  isDisabled: boolean
  onChoose: (key: string) => void
  onMove: (key: string, to: Spot) => void
}

const STREET_ZOOM = 16
const ARROWS: Readonly<Record<string, readonly [northM: number, eastM: number]>> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}
type Drawn = { marker: L.Marker; circle: L.Circle }

/** @param events a ref, because Leaflet keeps the first listeners */
export function usePins(
  map: L.Map | null,
  { pins, chosen, isDisabled }: PinsProps,
  events: RefObject<PinEvents>,
): void {
  const { t } = useTranslation()
  const drawn = useRef(new Map<string, Drawn>())
  useEffect(() => {
    const marks = drawn.current
    return () => marks.clear()
  }, [map])
  useEffect(() => {
    if (!map) return
    removeOthers(drawn.current, pins)
    const isFirst = drawn.current.size === 0 && pins.length > 0
    pins.forEach((pin, i) => {
      const one = drawn.current.get(pin.key) ?? draw(map, pin, events)
      drawn.current.set(pin.key, one)
      show(one, pin, pin.key === chosen, isDisabled)
      const element = one.marker.getElement()
      if (!element) return
      element.textContent = String(i + 1)
      element.setAttribute('aria-label', t('pushes.map.pin', { no: i + 1, name: pin.name }))
    })
    if (isFirst)
      map.fitBounds(L.latLngBounds(pins.map((pin) => [pin.latitude, pin.longitude])).pad(0.3), {
        maxZoom: STREET_ZOOM,
        animate: false,
      })
  }, [map, pins, chosen, isDisabled, events, t])
  useChosenInView(
    map,
    pins.find((pin) => pin.key === chosen),
  )
}

function useChosenInView(map: L.Map | null, spot: Spot | undefined): void {
  const { latitude, longitude } = spot ?? {}
  useEffect(() => {
    if (!map || latitude === undefined || longitude === undefined) return
    if (!map.getBounds().contains([latitude, longitude]))
      map.setView([latitude, longitude], Math.max(map.getZoom(), STREET_ZOOM), { animate: false })
  }, [map, latitude, longitude])
}

function removeOthers(drawn: Map<string, Drawn>, pins: readonly Pin[]): void {
  for (const [key, { marker, circle }] of drawn) {
    if (pins.some((pin) => pin.key === key)) continue
    marker.remove()
    circle.remove()
    drawn.delete(key)
  }
}

function show({ marker, circle }: Drawn, pin: Pin, isChosen: boolean, isDisabled: boolean): void {
  const at = L.latLng(pin.latitude, pin.longitude)
  if (!marker.getLatLng().equals(at)) marker.setLatLng(at)
  circle.setLatLng(at)
  circle.setStyle({ color: isChosen ? '#3d56d6' : '#525a67' })
  marker.getElement()?.classList.toggle(classes.chosen ?? '', isChosen)
  if (isDisabled) marker.dragging?.disable()
  else marker.dragging?.enable()
}

function draw(map: L.Map, pin: Pin, events: RefObject<PinEvents>): Drawn {
  const at = L.latLng(pin.latitude, pin.longitude)
  const icon = L.divIcon({ className: classes.pin ?? '', iconSize: [28, 28], iconAnchor: [14, 36] })
  const marker = L.marker(at, { draggable: true, keyboard: true, icon, autoPan: true }).addTo(map)
  const circle = L.circle(at, { radius: POINT_RADIUS_M, weight: 1.5, fillOpacity: 0.12, interactive: false }).addTo(map)
  marker.on('click', () => events.current.onChoose(pin.key))
  marker.on('drag', () => circle.setLatLng(marker.getLatLng()))
  marker.on('dragend', () => events.current.onMove(pin.key, spotOf(marker.getLatLng())))
  marker.getElement()?.addEventListener('keydown', (event) => {
    const step = ARROWS[event.key]
    if (!step || events.current.isDisabled) return
    // Otherwise the map would scroll too.
    event.preventDefault()
    event.stopPropagation()
    const metres = event.shiftKey ? 10 : 1
    events.current.onMove(pin.key, moved(spotOf(marker.getLatLng()), step[0] * metres, step[1] * metres))
  })
  return { marker, circle }
}
