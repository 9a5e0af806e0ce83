import type { Variable } from '../../../contract/cards/variables.ts'
import type { PointSettings } from './data.ts'
import type { Draft } from './push-draft.ts'

/** What the lists of places and of beacons are given. */
export type PointsProps = {
  draft: Draft
  change: (next: (before: Draft) => Partial<Draft>) => void
  /** Points that the tariff allows on a card. */
  limit: number
  map: PointSettings['map']
  variables: readonly Variable[]
  /** Does a text use a variable that nobody fills. */
  unknown: (text: string) => boolean
  areFaultsShown: boolean
  isDisabled: boolean
}
