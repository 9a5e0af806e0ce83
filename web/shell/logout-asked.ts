/**
 * Whether the user is about to log out. The dialog is over the page, so that unsaved changes are kept after "Cancel".
 */
import { createStore, useStore } from '../base/store.ts'

const asked = createStore(false)

export const askLogout = asked.set

export function useIsLogoutAsked(): boolean {
  return useStore(asked)
}
