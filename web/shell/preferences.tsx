/** Language and theme: entries of a menu. */
import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../contract/limits.ts'
import { LANGUAGE_NAMES, tagOf } from '../../words/words.ts'
import { useLanguage } from '../base/words.ts'
import type { OverProps } from '../parts/late-over.tsx'
import { SCHEME_ICONS, SCHEMES, switchLanguage } from './preference.ts'

const CHECK = <IconCheck size={16} aria-hidden="true" />

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
    const Icon = SCHEME_ICONS[scheme]
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

export function LanguageList({ target, isOpen, onChange }: OverProps) {
  return (
    <Menu position="top-start" opened={isOpen} onChange={onChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <LanguageItems />
      </Menu.Dropdown>
    </Menu>
  )
}

export function SchemeList({ target, isOpen, onChange }: OverProps) {
  return (
    <Menu position="top-end" opened={isOpen} onChange={onChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <SchemeItems />
      </Menu.Dropdown>
    </Menu>
  )
}
