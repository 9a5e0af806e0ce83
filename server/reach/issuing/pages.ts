/** The built public pages: functions from values to complete documents. React stays in pages/. */
import type * as Pages from '../../../pages/pages.tsx'

let loaded: Promise<typeof Pages> | undefined

/** Loads the build once. @throws Error when the pages were not built */
export function loadPages(): Promise<typeof Pages> {
  const built = new URL('../../../dist/pages/pages.js', import.meta.url).href
  loaded ??= import(built) as Promise<typeof Pages>
  return loaded
}
