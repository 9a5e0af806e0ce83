/** What other rooms show of the codes by SMS; both come when they are needed. */
import { lazy } from 'react'

/** Asks for a number and its code. */
export const PhoneDrawer = lazy(() => import('./phone-drawer.tsx').then((file) => ({ default: file.PhoneDrawer })))
/** Takes the code that was sent to a number. */
export const CodeEntry = lazy(() => import('./code-entry.tsx').then((file) => ({ default: file.CodeEntry })))

export { secondsToWait, useSendCode } from './ask.ts'
