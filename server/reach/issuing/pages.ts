/** The built public pages: plain functions, values in, a complete document out. Their React stays on this side. */
import type * as Pages from '../../../pages/pages.tsx'

let loaded: Promise<typeof Pages> | undefined

/** Loads the build once. @throws Error when the pages were not built */
export function loadPages(): Promise<typeof Pages> {
  const built = new URL('../../../dist/pages/pages.js', import.meta.url).href
  loaded ??= import(built) as Promise<typeof Pages>
  return loaded
}
