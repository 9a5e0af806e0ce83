import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core'
import { IconCheck, IconHandFinger, IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../base/session.ts'
import { LinkItem } from '../parts/link.tsx'
import { LanguageItems, SchemeItems } from './preferences.tsx'
import classes from './shell.module.css'
import { askLogout } from './logout-asked.ts'
import { setSingleKeys, useSingleKeys } from './single-keys.ts'

/** Who is signed in, the language, the theme, the keyboard, and the way out. */
export function UserMenu({ onKeys }: { onKeys: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const areKeysOn = useSingleKeys()
  if (!user) return null
  const name = `${user.name} ${user.surname}`.trim()
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.user ?? ''} aria-label={t('shell.user.label', { name })}>
          <Avatar size={36} radius="xl" color="brand" variant="light" aria-hidden="true">
            {(user.name.slice(0, 1) + user.surname.slice(0, 1)).toUpperCase()}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah="calc(100dvh - 4.5rem)" style={{ overflowY: 'auto' }}>
        <div role="presentation" style={{ padding: '0.5rem 0.75rem' }}>
          <Text fw={600} truncate>{name}</Text>
          <Text className="k-small" c="dimmed" truncate>{user.email}</Text>
        </div>
        <Menu.Divider />
        <Menu.Label>{t('shell.user.language')}</Menu.Label>
        <LanguageItems />
        <Menu.Divider />
        <Menu.Label>{t('shell.user.theme')}</Menu.Label>
        <SchemeItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.75} aria-hidden="true" />} onClick={onKeys}>{t('shell.user.shortcuts')}</Menu.Item>
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={areKeysOn}
          leftSection={<IconHandFinger size={16} stroke={1.75} aria-hidden="true" />}
          rightSection={areKeysOn ? <IconCheck size={16} aria-hidden="true" /> : null}
          onClick={() => setSingleKeys(!areKeysOn)}
        >
          {t('shell.user.singleKeys')}
        </Menu.Item>
        <Menu.Divider />
        <LinkItem to="/profile" leftSection={<IconUser size={16} stroke={1.75} aria-hidden="true" />}>{t('users.profile.title')}</LinkItem>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} aria-hidden="true" />} onClick={() => askLogout(true)}>{t('shell.user.logout')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
