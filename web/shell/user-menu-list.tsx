import { Menu, Text } from '@mantine/core'
import {
  IconBuildingCog,
  IconCheck,
  IconHandFinger,
  IconHeadset,
  IconKeyboard,
  IconLogout,
  IconUser,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../contract/platform/users.ts'
import { askSupport } from '../base/support.ts'
import { VERSION } from '../base/version.ts'
import type { OverProps } from '../parts/late-over.tsx'
import { LinkItem } from '../parts/link-item.tsx'
import { LanguageItems, SchemeItems } from './preferences.tsx'
import classes from './shell.module.css'
import { askLogout } from './logout-asked.ts'
import { setSingleKeys, useSingleKeys } from './single-keys.ts'

export type UserMenuProps = { user: User; unread: number; onKeys: () => void }

export function UserMenuList({ user, unread, onKeys, target, isOpen, onChange }: UserMenuProps & OverProps) {
  const { t } = useTranslation()
  const areKeysOn = useSingleKeys()
  const name = `${user.name} ${user.surname}`.trim() || user.email
  return (
    // Rendered inside the header: elsewhere it would belong to no landmark.
    <Menu position="bottom-end" width={260} withinPortal={false} opened={isOpen} onChange={onChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown mah="calc(100dvh - 4.5rem)" style={{ overflowY: 'auto' }}>
        <div style={{ padding: '0.5rem 0.75rem' }}>
          <Text fw={600} truncate>
            {name}
          </Text>
          <Text className="k-small" c="dimmed" truncate>
            {user.email}
          </Text>
        </div>
        <LinkItem to="/profile" leftSection={<IconUser size={16} stroke={1.75} aria-hidden="true" />}>
          {t('users.profile.title')}
        </LinkItem>
        <Menu.Divider />
        <Menu.Label>{t('shell.user.language')}</Menu.Label>
        <LanguageItems />
        <Menu.Divider />
        <Menu.Label>{t('shell.user.theme')}</Menu.Label>
        <SchemeItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.75} aria-hidden="true" />} onClick={onKeys}>
          {t('shell.user.shortcuts')}
        </Menu.Item>
        <Menu.CheckboxItem
          checked={areKeysOn}
          checkIcon={<IconCheck size={16} aria-hidden="true" />}
          rightSection={<IconHandFinger size={16} stroke={1.75} aria-hidden="true" />}
          onChange={() => setSingleKeys(!areKeysOn)}
        >
          {t('shell.user.singleKeys')}
        </Menu.CheckboxItem>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconHeadset size={16} stroke={1.75} aria-hidden="true" />}
          rightSection={unread > 0 ? <span className={classes.count}>{unread}</span> : null}
          onClick={() => askSupport({})}
        >
          {t('shell.user.support')}
        </Menu.Item>
        {user.superuser && (
          <LinkItem to="/operator" leftSection={<IconBuildingCog size={16} stroke={1.75} aria-hidden="true" />}>
            {t('shell.user.operator')}
          </LinkItem>
        )}
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => askLogout(true)}
        >
          {t('shell.user.logout')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label className="k-number">Kartoteka {VERSION}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}
