/** Reads and actions of notifications, and the live connection that announces new ones. */
import { useTranslation } from 'react-i18next'
import { notifications, type NotificationType } from '../../../contract/platform/notifications.ts'
import { useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'
import { undoToast } from '../../parts/undo-toast.tsx'

/** The longest delay where no live connection is possible. */
const LOOK_EVERY_MS = 5 * 60_000

const READS = [notifications.listNotifications, notifications.countUnread] as const

/** @param c null: no cabinet is open */
export function useUnread(c: number | null) {
  return useRead(notifications.countUnread, c === null ? null : { params: { c } }, { everyMs: LOOK_EVERY_MS })
}

export type ListQuery = { page?: number; limit: number; unread?: 'true'; type?: NotificationType; id?: string }

export function useNotifications(c: number, query: ListQuery) {
  return useRead(notifications.listNotifications, { params: { c }, query }, { keepRows: true })
}

/** Marks all as read; while the toast is shown this can be undone. */
export function useReadAll(c: number) {
  const { t } = useTranslation()
  const undo = useWrite(notifications.unreadAll, { refresh: READS })
  return useWrite(notifications.readAll, {
    refresh: READS,
    onDone: ({ before }) =>
      undoToast({ message: t('notifications.allRead'), undo: () => undo.run({ params: { c }, body: { before } }) }),
  })
}

/** The live connection and its toasts, loaded separately. */
export const loadLive = () => import('./live.tsx').then((file) => file.startLive)
