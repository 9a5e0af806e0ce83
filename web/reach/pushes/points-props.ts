import type { Token } from '../../parts/token-input/tokens.ts'
import type { PointSettings } from './data.ts'
import type { Draft } from './push-draft.ts'

/** Props of the lists of places and of beacons. */
export type PointsProps = {
  draft: Draft
  change: (next: (before: Draft) => Partial<Draft>) => void
  /** Points per card that the tariff allows. */
  limit: number
  map: PointSettings['map']
  /** Places are found by their address. */
  hasAddressSearch: boolean
  tokens: readonly Token[]
  /** Does a text use an unknown variable? */
  unknown: (text: string) => boolean
  areFaultsShown: boolean
  isDisabled: boolean
}
