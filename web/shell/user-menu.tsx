import { Avatar, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { support } from '../../contract/platform/support.ts'
import { useRead } from '../base/query.ts'
import { useUser } from '../base/session.ts'
import { lateOver } from '../parts/late-over.tsx'
import classes from './shell.module.css'
import type { UserMenuProps } from './user-menu-list.tsx'

/** A reply of support is not urgent. */
const ANSWERS_EVERY_MS = 5 * 60_000

const List = lateOver<UserMenuProps>(() => import('./user-menu-list.tsx').then((file) => file.UserMenuList))

/** The signed-in user, the language, the theme, the shortcuts, and logging out. */
export function UserMenu({ onKeys }: { onKeys: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const unread = useRead(support.about, user ? {} : null, { everyMs: ANSWERS_EVERY_MS }).data?.unread ?? 0
  if (!user) return null
  const name = `${user.name} ${user.surname}`.trim() || user.email
  const target = (
    <UnstyledButton
      className={classes.user ?? ''}
      aria-label={unread > 0 ? t('shell.user.labelUnread', { name }) : t('shell.user.label', { name })}
      aria-haspopup="menu"
      data-unread={unread > 0 || undefined}
    >
      <Avatar size={36} radius="xl" color="brand" variant="light" aria-hidden="true">
        {(user.name.slice(0, 1) + user.surname.slice(0, 1) || user.email.slice(0, 1)).toUpperCase()}
      </Avatar>
    </UnstyledButton>
  )
  return <List user={user} unread={unread} onKeys={onKeys} target={target} />
}
