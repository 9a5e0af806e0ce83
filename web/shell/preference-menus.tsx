/** Small menus of language and theme, for the pages before the login. */
import { Button, useMantineColorScheme } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LANGUAGE_NAMES } from '../../words/words.ts'
import { useLanguage } from '../base/words.ts'
import { lateOver } from '../parts/late-over.tsx'
import { SCHEME_ICONS } from './preference.ts'

const Languages = lateOver(() => import('./preferences.tsx').then((file) => file.LanguageList))
const Schemes = lateOver(() => import('./preferences.tsx').then((file) => file.SchemeList))

export function LanguageMenu() {
  const { t } = useTranslation()
  const lang = useLanguage()
  const target = (
    <Button
      variant="subtle"
      color="gray"
      rightSection={<IconChevronDown size={14} aria-hidden="true" />}
      aria-haspopup="menu"
      aria-label={`${t('shell.user.language')}: ${LANGUAGE_NAMES[lang]}`}
    >
      {LANGUAGE_NAMES[lang]}
    </Button>
  )
  return <Languages target={target} />
}

export function SchemeMenu() {
  const { t } = useTranslation()
  const { colorScheme } = useMantineColorScheme()
  const Icon = SCHEME_ICONS[colorScheme]
  const target = (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
      aria-haspopup="menu"
      aria-label={`${t('shell.user.theme')}: ${t(`shell.user.${colorScheme}`)}`}
    >
      {t(`shell.user.${colorScheme}`)}
    </Button>
  )
  return <Schemes target={target} />
}
