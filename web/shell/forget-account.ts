import { cabinets } from '../../contract/platform/cabinets.ts'
import { queryClient } from '../base/query.ts'
import { forgetRecent } from './recent.ts'

/** Where an account is chosen none is current: what was read of the one before and the recent list are forgotten. */
export function forgetAccount({ preload }: { preload: boolean }): void {
  // A pointer that only passes over the link chooses nothing.
  if (preload) return
  queryClient.removeQueries({ queryKey: [cabinets.openCabinet.path], type: 'inactive' })
  forgetRecent()
}
