import { cabinets } from '../../contract/platform/cabinets.ts'
import { queryClient } from '../base/query.ts'
import { forgetRecent } from './recent.ts'

/** While an account is being chosen none is open: cached reads and the recent list of the one before are forgotten. */
export function forgetAccount({ preload }: { preload: boolean }): void {
  // Hovering over the link only preloads the page.
  if (preload) return
  queryClient.removeQueries({ queryKey: [cabinets.openCabinet.path], type: 'inactive' })
  forgetRecent()
}
