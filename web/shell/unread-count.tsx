import { useUnread } from '../platform/notifications/data.ts'
import classes from './shell.module.css'

/** The number of unread notifications, beside the entry of the menu. */
export function UnreadCount({ c }: { c: number }) {
  const total = useUnread(c).data?.total ?? 0
  return total > 0 ? <span className={classes.count}>{total}</span> : null
}
