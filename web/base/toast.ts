/** Toasts: only the outcome of something just clicked. At most three, five seconds, none twice. */
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { TOAST_MS } from '../../contract/limits.ts'
import type { Refused } from './refused.ts'

/** Path of the hash without its query: part of a toast's id, so that one fault shows once a page. */
function route(): string {
  return location.hash.split('?')[0] ?? ''
}

const closeButton = () => ({ 'aria-label': i18next.t('common.close') })

/** @param message whole sentence, `Segment saved` */
export function toastDone(message: string): void {
  notifications.show({ id: `done:${message}:${route()}`, message, color: 'green', autoClose: TOAST_MS, role: 'status', closeButtonProps: closeButton() })
}

export function toastRefused(refused: Refused): void {
  notifications.show({ id: `${refused.code}:${route()}`, message: refused.message, color: 'red', autoClose: TOAST_MS, role: 'alert', closeButtonProps: closeButton() })
}
