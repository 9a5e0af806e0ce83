import { notifications } from '@mantine/notifications'
import { TOAST_MS } from '../../../contract/limits.ts'
import { toastDone } from '../../base/toast.ts'

/** Copies from a menu, which closes immediately: a toast shows the result. */
export function copyText(text: string, done: string, failed: string): void {
  navigator.clipboard.writeText(text).then(
    () => toastDone(done),
    () => notifications.show({ id: failed, message: failed, color: 'red', autoClose: TOAST_MS, role: 'alert' }),
  )
}
