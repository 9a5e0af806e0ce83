/**
 * Whether the user is about to log out: asked over the page, so that a page with unsaved changes is still there after
 * "Cancel".
 */
import { createStore, useStore } from '../base/store.ts'

const asked = createStore(false)

export const askLogout = asked.set

export function useIsLogoutAsked(): boolean {
  return useStore(asked)
}
