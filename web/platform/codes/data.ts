/** Parts for other rooms; both are loaded when they are needed. */
import { lazy } from 'react'

/** Asks for a number and its code. */
export const PhoneDrawer = lazy(() => import('./phone-drawer.tsx').then((file) => ({ default: file.PhoneDrawer })))
/** Asks for the code that was sent to a number. */
export const CodeEntry = lazy(() => import('./code-entry.tsx').then((file) => ({ default: file.CodeEntry })))

export { secondsToWait, useSendCode } from './ask.ts'
