import { Notifications } from '@mantine/notifications'
import { TOAST_MS, TOASTS_MAX } from '../../contract/limits.ts'

export function Toasts({ isPhone }: { isPhone: boolean }) {
  return (
    <Notifications
      limit={TOASTS_MAX}
      autoClose={TOAST_MS}
      position={isPhone ? 'top-center' : 'bottom-right'}
      pauseResetOnHover="notification"
    />
  )
}
