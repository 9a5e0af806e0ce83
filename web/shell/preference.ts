/** Language and theme: what can be chosen, and how a choice is kept. */
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import type { Language } from '../../contract/limits.ts'
import { users } from '../../contract/platform/users.ts'
import { send } from '../base/send.ts'
import { sessionToken } from '../base/session.ts'
import { chooseLanguage } from '../base/words.ts'

export const SCHEMES = ['auto', 'light', 'dark'] as const
export const SCHEME_ICONS = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon }

/** Switches immediately; a signed-in user's emails follow. */
export async function switchLanguage(lang: Language): Promise<void> {
  await chooseLanguage(lang)
  // The page has switched already; that emails have not is no reason for an error.
  if (sessionToken() !== null) await send(users.saveLanguage, { body: { lang } }).catch(() => undefined)
}
