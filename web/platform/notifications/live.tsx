/** Refreshes the count and the lists on news from the live connection, and shows a toast. */
import { Anchor, Text } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import i18next from 'i18next'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { TOAST_MS } from '../../../contract/limits.ts'
import { type Notification, notifications } from '../../../contract/platform/notifications.ts'
import { users } from '../../../contract/platform/users.ts'
import { announceNews } from '../../base/news.ts'
import { queryClient, readKey, refresh } from '../../base/query.ts'
import { holdLine } from './line.ts'

/** The clocks of the browser and the server may differ. */
const SKEW_MS = 60_000

function toastNews({ id, title, text }: Notification, domain: string): void {
  const toast = `news:${id}`
  toasts.show({
    id: toast,
    autoClose: TOAST_MS,
    role: 'status',
    title,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    message: (
      <>
        <Text inherit c="var(--k-text-2)">
          {text}
        </Text>
        <Anchor inherit href={`#/${domain}/notifications?id=${id}`} onClick={() => toasts.hide(toast)}>
          {i18next.t('notifications.show')}
        </Anchor>
      </>
    ),
  })
}

/** @returns stops it */
export function startLive({ id: c, domain }: { id: number; domain: string }): () => void {
  const sinceMs = Date.now() - SKEW_MS
  const shown = new Set<string>()
  const newest = () =>
    queryClient.getQueryData<{ newest: Notification | null }>(readKey(notifications.countUnread, { params: { c } }))
      ?.newest ?? null
  const look = async () => {
    const before = newest()
    if (before) shown.add(before.id)
    // Money that has come ends the time in which nothing can be changed.
    const { status } =
      queryClient.getQueryData<{ status?: string }>(readKey(cabinets.statusBar, { params: { c } })) ?? {}
    const ofMoney = status === 'isNoBalance' ? [cabinets.statusBar, cabinets.openCabinet, users.me] : []
    announceNews()
    await refresh(notifications.countUnread, notifications.listNotifications, cabinets.listJobs, ...ofMoney)
    const now = newest()
    if (!now || shown.has(now.id) || Date.parse(now.at) < sinceMs) return
    shown.add(now.id)
    // Only the visible tab shows it.
    if (document.visibilityState === 'visible') toastNews(now, domain)
  }
  return holdLine(c, {
    onNews: () => void look(),
    // The next call is refused, and the page then goes where it has to.
    onOver: () => void refresh(users.me, cabinets.openCabinet),
  })
}
