/** The outlines of countries, from our own server: a map without a third party. */
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { FeatureCollection } from 'geojson'
import outlinesUrl from 'world-atlas/countries-50m.json?url'

let loading: Promise<FeatureCollection> | undefined

async function load(): Promise<FeatureCollection> {
  const response = await fetch(outlinesUrl)
  if (!response.ok) throw new Error(`the outlines answered ${response.status}`)
  const world = (await response.json()) as Topology<{ countries: GeometryCollection }>
  return feature(world, world.objects.countries)
}

/** Read once; again after an error. */
export function loadGround(): Promise<FeatureCollection> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
