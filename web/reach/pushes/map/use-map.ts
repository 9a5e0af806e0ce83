/** The map: created once in its element, with country outlines, streets and buttons in the reader's language. */
import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Spot } from '../coordinates.ts'
import { loadGround } from './ground.ts'

export type Tiles = { tilesUrl: string; attribution: string } | null

export const spotOf = (at: L.LatLng): Spot => ({ latitude: at.wrap().lat, longitude: at.wrap().lng })

/** @param onClick a ref, because Leaflet keeps the first listener */
export function useMap(
  box: RefObject<HTMLDivElement | null>,
  tiles: Tiles,
  onClick: RefObject<(spot: Spot) => void>,
): { map: L.Map | null; hasTileFault: boolean } {
  const [map, setMap] = useState<L.Map | null>(null)
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
    made.on('click', (event) => onClick.current(spotOf(event.latlng)))
    const watch = new ResizeObserver(() => made.invalidateSize({ animate: false }))
    watch.observe(box.current)
    setMap(made)
    return () => {
      watch.disconnect()
      made.remove()
    }
  }, [box, onClick])
  useGround(map)
  useZoomButtons(map)
  return { map, hasTileFault: useTiles(map, tiles) }
}

/** Under the streets, and instead of them until they arrive. */
function useGround(map: L.Map | null): void {
  useEffect(() => {
    if (!map) return
    let isGone = false
    void loadGround().then(
      (ground) => {
        if (isGone) return
        const style = { color: '#b9b3a4', weight: 1, fillColor: '#f5f2ea', fillOpacity: 1 }
        L.geoJSON(ground, { interactive: false, style, pane: 'tilePane' }).addTo(map).bringToBack()
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [map])
}

/** @returns whether the streets do not load */
function useTiles(map: L.Map | null, tiles: Tiles): boolean {
  const [hasFault, setHasFault] = useState(false)
  const { tilesUrl, attribution } = tiles ?? {}
  useEffect(() => {
    if (!map || tilesUrl === undefined) return
    const layer = L.tileLayer(tilesUrl, { maxZoom: 19, referrerPolicy: 'origin', zIndex: 2 })
      .on('tileerror', () => setHasFault(true))
      .on('tileload', () => setHasFault(false))
      .addTo(map)
    const named = document.createElement('span')
    named.textContent = attribution ?? null
    // Leaflet takes HTML: the operator's text is escaped.
    const credit = L.control.attribution({ prefix: false }).addAttribution(named.outerHTML).addTo(map)
    return () => {
      layer.remove()
      credit.remove()
    }
  }, [map, tilesUrl, attribution])
  return hasFault
}

function useZoomButtons(map: L.Map | null): void {
  const { t } = useTranslation()
  const zoomIn = t('pushes.map.zoomIn')
  const zoomOut = t('pushes.map.zoomOut')
  useEffect(() => {
    if (!map) return
    const control = L.control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(map)
    return () => {
      control.remove()
    }
  }, [map, zoomIn, zoomOut])
}
