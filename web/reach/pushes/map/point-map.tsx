/**
 * The map of places: pins that a mouse, a finger and the keyboard move, each in the circle within which phones notice
 * it.
 */
import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { POINT_RADIUS_M } from '../../../../contract/limits.ts'
import { moved, type Spot } from '../coordinates.ts'
import { loadGround } from './ground.ts'
import classes from './point-map.module.css'

export type Pin = Spot & { key: string; name: string }

export type PointMapProps = {
  pins: readonly Pin[]
  /** The place that is being edited. */
  chosen: string | null
  /** The next click on the map says where the chosen place is. */
  isPicking: boolean
  isDisabled: boolean
  tiles: { tilesUrl: string; attribution: string } | null
  onChoose: (key: string) => void
  onMove: (key: string, to: Spot) => void
  onPick: (spot: Spot) => void
}

const STREET_ZOOM = 16
const ARROWS: Readonly<Record<string, readonly [northM: number, eastM: number]>> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}
type Drawn = { marker: L.Marker; circle: L.Circle }

const spotOf = (at: L.LatLng): Spot => ({ latitude: at.wrap().lat, longitude: at.wrap().lng })

export function PointMap(props: PointMapProps) {
  const { pins, chosen, isPicking, isDisabled, tiles } = props
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<L.Map | null>(null)
  const [hasTileFault, setHasTileFault] = useState(false)
  const drawn = useRef(new Map<string, Drawn>())
  // Leaflet keeps the listeners it was given first: they ask here for what is true now.
  const now = useRef(props)
  useEffect(() => {
    now.current = props
  })

  useEffect(() => {
    if (!box.current) return
    const made = L.map(box.current, {
      zoomControl: false,
      attributionControl: false,
      minZoom: 1,
      maxZoom: 19,
      worldCopyJump: true,
      fadeAnimation: false,
    }).setView([48, 14], 3)
    L.control.scale({ imperial: false }).addTo(made)
    const named = document.createElement('span')
    named.textContent = now.current.tiles?.attribution ?? null
    // It takes HTML: what the operator wrote stays a text.
    if (now.current.tiles) L.control.attribution({ prefix: false }).addAttribution(named.outerHTML).addTo(made)
    made.on('click', (event) => {
      if (now.current.isPicking) now.current.onPick(spotOf(event.latlng))
    })
    const watch = new ResizeObserver(() => made.invalidateSize({ animate: false }))
    watch.observe(box.current)
    const marks = drawn.current
    setMap(made)
    return () => {
      watch.disconnect()
      marks.clear()
      made.remove()
    }
  }, [])

  useEffect(() => {
    if (!map) return
    let isGone = false
    // Under the streets, and instead of them while they do not come.
    void loadGround().then(
      (ground) => {
        if (!isGone)
          L.geoJSON(ground, {
            interactive: false,
            style: { color: '#b9b3a4', weight: 1, fillColor: '#f5f2ea', fillOpacity: 1 },
            pane: 'tilePane',
          })
            .addTo(map)
            .bringToBack()
      },
      () => undefined,
    )
    if (tiles) {
      L.tileLayer(tiles.tilesUrl, { maxZoom: 19, referrerPolicy: 'origin', zIndex: 2 })
        .on('tileerror', () => setHasTileFault(true))
        .on('tileload', () => setHasTileFault(false))
        .addTo(map)
    }
    return () => {
      isGone = true
    }
  }, [map, tiles])

  const zoomIn = t('pushes.map.zoomIn')
  const zoomOut = t('pushes.map.zoomOut')
  useEffect(() => {
    if (!map) return
    const control = L.control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(map)
    return () => {
      control.remove()
    }
  }, [map, zoomIn, zoomOut])

  useEffect(() => {
    if (!map) return
    for (const [key, { marker, circle }] of drawn.current) {
      if (pins.some((pin) => pin.key === key)) continue
      marker.remove()
      circle.remove()
      drawn.current.delete(key)
    }
    const isFirst = drawn.current.size === 0 && pins.length > 0
    pins.forEach((pin, i) => {
      const one = drawn.current.get(pin.key) ?? draw(map, pin, now)
      drawn.current.set(pin.key, one)
      const at = L.latLng(pin.latitude, pin.longitude)
      if (!one.marker.getLatLng().equals(at)) one.marker.setLatLng(at)
      one.circle.setLatLng(at)
      one.circle.setStyle({ color: pin.key === chosen ? '#3d56d6' : '#525a67' })
      const element = one.marker.getElement()
      if (!element) return
      element.textContent = String(i + 1)
      element.setAttribute('aria-label', t('pushes.map.pin', { no: i + 1, name: pin.name }))
      element.classList.toggle(classes.chosen ?? '', pin.key === chosen)
      if (isDisabled) one.marker.dragging?.disable()
      else one.marker.dragging?.enable()
    })
    if (isFirst)
      map.fitBounds(L.latLngBounds(pins.map((pin) => [pin.latitude, pin.longitude])).pad(0.3), {
        maxZoom: STREET_ZOOM,
        animate: false,
      })
  }, [map, pins, chosen, isDisabled, t])

  const spot = pins.find((pin) => pin.key === chosen)
  const [latitude, longitude] = [spot?.latitude, spot?.longitude]
  useEffect(() => {
    if (!map || latitude === undefined || longitude === undefined) return
    if (!map.getBounds().contains([latitude, longitude]))
      map.setView([latitude, longitude], Math.max(map.getZoom(), STREET_ZOOM), { animate: false })
  }, [map, latitude, longitude])

  return (
    <div className={classes.frame} data-picking={isPicking || undefined}>
      <div ref={box} className={classes.map} role="group" aria-label={t('pushes.map.label')} data-theme-free="" />
      {hasTileFault && (
        <p className={classes.fault} role="status">
          {t('pushes.map.tilesFailed')}
        </p>
      )}
    </div>
  )
}

function draw(map: L.Map, pin: Pin, now: { current: PointMapProps }): Drawn {
  const at = L.latLng(pin.latitude, pin.longitude)
  const icon = L.divIcon({ className: classes.pin ?? '', iconSize: [28, 28], iconAnchor: [14, 36] })
  const marker = L.marker(at, { draggable: true, keyboard: true, icon, autoPan: true }).addTo(map)
  const circle = L.circle(at, { radius: POINT_RADIUS_M, weight: 1.5, fillOpacity: 0.12, interactive: false }).addTo(map)
  marker.on('click', () => now.current.onChoose(pin.key))
  marker.on('drag', () => circle.setLatLng(marker.getLatLng()))
  marker.on('dragend', () => now.current.onMove(pin.key, spotOf(marker.getLatLng())))
  marker.getElement()?.addEventListener('keydown', (event) => {
    const step = ARROWS[event.key]
    if (!step || now.current.isDisabled) return
    // The map would scroll under the pin.
    event.preventDefault()
    event.stopPropagation()
    const metres = event.shiftKey ? 10 : 1
    now.current.onMove(pin.key, moved(spotOf(marker.getLatLng()), step[0] * metres, step[1] * metres))
  })
  return { marker, circle }
}
