/** Language and theme: entries of a menu, and small menus for the pages before the login. */
import { Button, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconChevronDown, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../../contract/limits.ts'
import { users } from '../../contract/platform/users.ts'
import { LANGUAGE_NAMES, tagOf } from '../../words/words.ts'
import { send } from '../base/send.ts'
import { sessionToken } from '../base/session.ts'
import { chooseLanguage, useLanguage } from '../base/words.ts'

export const SCHEMES = ['auto', 'light', 'dark'] as const
const CHECK = <IconCheck size={16} aria-hidden="true" />
const ICONS = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon }

/** Switches immediately; a signed-in user's emails follow. */
export async function switchLanguage(lang: Language): Promise<void> {
  await chooseLanguage(lang)
  // The page has switched already; that emails have not is no reason for an error.
  if (sessionToken() !== null) await send(users.saveLanguage, { body: { lang } }).catch(() => undefined)
}

export function LanguageItems() {
  const lang = useLanguage()
  return LANGUAGES.map((one) => (
    <Menu.RadioItem
      key={one}
      value={one}
      checked={one === lang}
      closeMenuOnClick
      lang={tagOf(one)}
      checkIcon={CHECK}
      onChange={() => void switchLanguage(one)}
    >
      {LANGUAGE_NAMES[one]}
    </Menu.RadioItem>
  ))
}

export function SchemeItems() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return SCHEMES.map((scheme) => {
    const Icon = ICONS[scheme]
    return (
      <Menu.RadioItem
        key={scheme}
        value={scheme}
        checked={scheme === colorScheme}
        closeMenuOnClick
        checkIcon={CHECK}
        rightSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
        onChange={() => setColorScheme(scheme)}
      >
        {t(`shell.user.${scheme}`)}
      </Menu.RadioItem>
    )
  })
}

export function LanguageMenu() {
  const { t } = useTranslation()
  const lang = useLanguage()
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          aria-label={`${t('shell.user.language')}: ${LANGUAGE_NAMES[lang]}`}
        >
          {LANGUAGE_NAMES[lang]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <LanguageItems />
      </Menu.Dropdown>
    </Menu>
  )
}

export function SchemeMenu() {
  const { t } = useTranslation()
  const { colorScheme } = useMantineColorScheme()
  const Icon = ICONS[colorScheme]
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
          aria-label={`${t('shell.user.theme')}: ${t(`shell.user.${colorScheme}`)}`}
        >
          {t(`shell.user.${colorScheme}`)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <SchemeItems />
      </Menu.Dropdown>
    </Menu>
  )
}
